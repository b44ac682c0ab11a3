import { Link, useLocation } from '@tanstack/react-router'
import { Suspense, useId, useRef } from 'react'
import type { Category } from '~/api/wire'
import { withTexts } from '~/i18n'
import { useText } from '~/i18n/useText'
import { classNames } from '~/ui/classNames'
import { Icon } from '~/ui/Icon'
import { Kbd } from '~/ui/Kbd'
import { comboboxProps, moveByKey, submitBox } from './combobox'
import styles from './SearchBox.module.css'
import { useListingSearch } from './useListingSearch'
import { useOpenEntry } from './useOpenEntry'
import { useSuggestions } from './useSuggestions'
import { lazyPiece, renderNothing } from '~/ui/lazyPiece'

// Fetched when the field gets the focus, which is earlier than the first suggestion is needed.
const SuggestionList = lazyPiece(
  withTexts(['header'], () => import('./SuggestionList')),
  'SuggestionList',
  renderNothing,
)

/**
 * The search field of the header: a combobox that suggests products, categories, manufacturers and earlier searches.
 */
export function SearchBox({ className }: { className?: string }) {
  const { t } = useText()
  const input = useRef<HTMLInputElement>(null)
  const listId = useId()
  // A new query in the URL replaces the field's text.
  const query = useLocation({ select: ({ pathname, search }) => (pathname === '/search' ? (search.q ?? '') : '') })
  const listing = useListingSearch()
  const placeholder = usePlaceholder(listing?.category)
  const box = useSuggestions(listing?.words ?? query)
  const leave = () => {
    box.close()
    input.current?.blur()
  }
  const choose = useOpenEntry(leave)

  return (
    <search className={classNames(styles.find, className)}>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- leaving the form closes its list */}
      <form
        onSubmit={(event) => {
          if (!listing || box.active) return submitBox(event, box, choose)
          event.preventDefault()
          leave()
          listing.search(box.text)
        }}
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
          placeholder={placeholder}
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
        <FoundStatus found={box.open ? box.found : null} />
      </form>
      <Link to="/scan" className={styles.scan} aria-label={t('nav.scan')}>
        <Icon name="barcode" />
      </Link>
    </search>
  )
}

/** Returns the words in the empty field: on a category's page it searches in the category. */
function usePlaceholder(category?: Category): string {
  const { t } = useText()
  return category ? t('search.inCategory', { category: t(`category.${category}.many`) }) : t('search.placeholder')
}

/** Tells screen readers how many products the typed text finds; null while the list is closed. */
function FoundStatus({ found }: { found: number | null }) {
  const { t, format } = useText()
  return (
    <span className="sr" role="status">
      {found !== null && t('search.found', { count: found, n: format.count(found) })}
    </span>
  )
}
