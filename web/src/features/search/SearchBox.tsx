import { useLocation } from '@tanstack/react-router'
import { lazy, Suspense, useId, useRef } from 'react'
import { useText } from '~/i18n/useText'
import { classNames } from '~/ui/classNames'
import { Icon } from '~/ui/Icon'
import { Kbd } from '~/ui/Kbd'
import { searchEverywhere } from './entries'
import styles from './SearchBox.module.css'
import { useChoose } from './useChoose'
import { useSuggestions } from './useSuggestions'

// Fetched when the field gets the focus, which is earlier than the first suggestion is needed.
const loadList = () => import('./SuggestionList')
const SuggestionList = lazy(() => loadList().then((found) => ({ default: found.SuggestionList })))

/**
 * The search field of the header: a combobox that suggests products, categories, manufacturers and earlier searches.
 */
export function SearchBox({ className }: { className?: string }) {
  const { t, format } = useText()
  const input = useRef<HTMLInputElement>(null)
  const listId = useId()
  // A new query in the URL replaces the field's text.
  const query = useLocation({ select: ({ pathname, search }) => (pathname === '/search' ? (search.q ?? '') : '') })
  const box = useSuggestions(query)
  const choose = useChoose(() => {
    box.close()
    input.current?.blur()
  })

  function onKeyDown(event: React.KeyboardEvent) {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'ArrowDown') box.move(1)
    else if (event.key === 'ArrowUp') box.move(-1)
    else if (event.key === 'Escape') {
      if (box.open) box.close()
      else box.setText('')
    } else return
    event.preventDefault()
  }

  return (
    <search className={classNames(styles.find, className)}>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- leaving the form closes its list */}
      <form
        onSubmit={(event) => {
          event.preventDefault()
          const entry = box.active ?? searchEverywhere(box.text)
          if (entry) choose(entry)
        }}
        onBlur={(event) => {
          if (!event.currentTarget.contains(event.relatedTarget)) box.close()
        }}
      >
        <Icon name="search" className={styles.glass} />
        <input
          ref={input}
          type="search"
          role="combobox"
          dir="auto"
          className={styles.input}
          value={box.text}
          placeholder={t('search.placeholder')}
          aria-label={t('search.label')}
          aria-autocomplete="list"
          aria-expanded={box.open}
          aria-controls={listId}
          aria-activedescendant={box.active ? `${listId}-${box.index}` : undefined}
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          enterKeyHint="search"
          maxLength={200}
          onChange={(event) => box.setText(event.target.value)}
          onFocus={() => {
            box.show()
            void loadList()
          }}
          onClick={box.show}
          onKeyDown={onKeyDown}
        />
        <span className={styles.key}>
          <Kbd>/</Kbd>
        </span>
        <Suspense>
          {box.open && <SuggestionList id={listId} groups={box.groups} index={box.index} onHover={box.point} onChoose={choose} />}
        </Suspense>
        <span className="sr" role="status">
          {box.open && box.found !== null ? t('search.found', { count: box.found, n: format.count(box.found) }) : ''}
        </span>
      </form>
    </search>
  )
}
