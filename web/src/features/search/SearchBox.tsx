import { useQuery } from '@tanstack/react-query'
import { useLocation, useNavigate } from '@tanstack/react-router'
import { useEffect, useId, useRef, useState } from 'react'
import { suggestQuery } from '~/api/queries'
import { useText } from '~/i18n/useText'
import { categoryInfo } from '~/lib/categories'
import { isPlainKey, isTyping } from '~/lib/keys'
import { usePreferences } from '~/lib/preferences'
import { useDebounced } from '~/lib/useDebounced'
import { classNames } from '~/ui/classNames'
import { Icon } from '~/ui/Icon'
import { Kbd } from '~/ui/Kbd'
import { recentGroups, suggestedGroups, type Entry } from './entries'
import styles from './SearchBox.module.css'
import { SuggestionList } from './SuggestionList'

/** Suggestions come after more than this many characters … */
const shortest = 2
/** … once the typing has rested for so many milliseconds. */
const rest = 300

/** The search field of the header: a combobox that proposes products, categories, makers and earlier searches. */
export function SearchBox({ className }: { className?: string }) {
  const { t, format } = useText()
  const input = useRef<HTMLInputElement>(null)
  const listId = useId()
  const box = useSuggestions()
  const choose = useChoose(() => {
    box.close()
    input.current?.blur()
  })
  useFocusKey(input)

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
          const entry = box.active ?? (box.text.trim() ? ({ kind: 'words', key: 'all', q: box.text.trim(), icon: 'search' } as const) : null)
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
          onFocus={box.show}
          onClick={box.show}
          onKeyDown={onKeyDown}
        />
        <span className={styles.key}>
          <Kbd>/</Kbd>
        </span>
        {box.open && (
          <SuggestionList id={listId} groups={box.groups} index={box.index} onHover={box.point} onChoose={choose} />
        )}
        <span className="sr" role="status">
          {box.open && box.found !== null ? t('search.found', { count: box.found, n: format.count(box.found) }) : ''}
        </span>
      </form>
    </search>
  )
}

/** What stands in the field, what is proposed for it, and which line is active. */
function useSuggestions() {
  const query = useLocation({ select: ({ pathname, search }) => (pathname === '/search' ? (search.q ?? '') : '') })
  const [text, setText] = useState(query)
  const [shown, setShown] = useState(false)
  const [index, setIndex] = useState(-1)
  const [known, setKnown] = useState(query)
  // A new query in the URL is what the field says; what is being typed meanwhile is not.
  if (known !== query) {
    setKnown(query)
    setText(query)
  }
  const recent = usePreferences((state) => state.recentSearches)
  const settled = useDebounced(text.trim(), rest)
  const long = settled.length > shortest
  const { data, isError } = useQuery({ ...suggestQuery(settled), enabled: shown && long })

  const typed = text.trim()
  const groups = typed === '' ? recentGroups(recent) : typed.length > shortest ? suggestedGroups(typed, isError || !long ? undefined : data) : []
  const entries = groups.flatMap((group) => group.entries)
  const open = shown && entries.length > 0
  return {
    text,
    groups,
    open,
    index,
    active: open ? (entries[index] ?? null) : null,
    /** How many proposals there are; the line that searches everywhere is none. */
    found: data && long ? entries.filter((one) => one.key !== 'all').length : null,
    setText: (value: string) => {
      setText(value)
      setIndex(-1)
      setShown(true)
    },
    show: () => setShown(true),
    close: () => {
      setShown(false)
      setIndex(-1)
    },
    point: setIndex,
    move: (by: 1 | -1) => {
      setShown(true)
      // One place more than there are lines: the field itself.
      const places = entries.length + 1
      setIndex((at) => ((at + 1 + by + places) % places) - 1)
    },
  }
}

/** Goes where a line leads. */
function useChoose(done: () => void): (entry: Entry) => void {
  const navigate = useNavigate()
  const remember = usePreferences((state) => state.rememberSearch)
  return (entry) => {
    done()
    if (entry.kind === 'product') return void navigate({ to: '/product/$productId', params: { productId: entry.product.id } })
    if (entry.kind === 'category') {
      const { slug } = categoryInfo(entry.category)
      if (slug) return void navigate({ to: '/$category', params: { category: slug } })
      return void navigate({ to: '/products', search: { category: [entry.category] } })
    }
    remember(entry.q)
    void navigate({ to: '/search', search: { q: entry.q } })
  }
}

/** The slash key goes to the field. */
function useFocusKey(input: React.RefObject<HTMLInputElement | null>) {
  useEffect(() => {
    function onKeyDown(event: KeyboardEvent) {
      if (event.key !== '/' || !isPlainKey(event) || isTyping(event.target)) return
      event.preventDefault()
      input.current?.focus()
      input.current?.select()
    }
    window.addEventListener('keydown', onKeyDown)
    return () => window.removeEventListener('keydown', onKeyDown)
  }, [input])
}
