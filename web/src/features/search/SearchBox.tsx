import { useLocation } from '@tanstack/react-router'
import { Suspense, useId, useRef } from 'react'
import { useText } from '~/i18n/useText'
import { classNames } from '~/ui/classNames'
import { Icon } from '~/ui/Icon'
import { Kbd } from '~/ui/Kbd'
import { comboboxProps, moveByKey, submitBox } from './combobox'
import styles from './SearchBox.module.css'
import { useOpenEntry } from './useOpenEntry'
import { useSuggestions } from './useSuggestions'
import { lazyPiece, renderNothing } from '~/ui/lazyPiece'

// Fetched when the field gets the focus, which is earlier than the first suggestion is needed.
const SuggestionList = lazyPiece(() => import('./SuggestionList'), 'SuggestionList', renderNothing)

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
  const choose = useOpenEntry(() => {
    box.close()
    input.current?.blur()
  })

  return (
    <search className={classNames(styles.find, className)}>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- leaving the form closes its list */}
      <form
        onSubmit={(event) => submitBox(event, box, choose)}
        onBlur={(event) => {
          if (!event.currentTarget.contains(event.relatedTarget)) box.close()
        }}
      >
        <Icon name="search" className={styles.glass} />
        <input
          {...comboboxProps(box, listId)}
          ref={input}
          type="search"
          className={styles.input}
          placeholder={t('search.placeholder')}
          aria-label={t('search.label')}
          autoCapitalize="off"
          enterKeyHint="search"
          onFocus={() => {
            box.show()
            void SuggestionList.preload()
          }}
          onClick={box.show}
          onKeyDown={(event) => moveByKey(event, box, () => (box.open ? box.close() : box.setText('')))}
        />
        <span className={styles.key}>
          <Kbd>/</Kbd>
        </span>
        <Suspense>
          {box.open && (
            <SuggestionList id={listId} groups={box.groups} index={box.index} onHover={box.point} onChoose={choose} />
          )}
        </Suspense>
        <span className="sr" role="status">
          {box.open && box.found !== null ? t('search.found', { count: box.found, n: format.count(box.found) }) : ''}
        </span>
      </form>
    </search>
  )
}
