import { useEffect, useState } from 'react'
import { useText } from '~/i18n/useText'
import { readSpecSort, sorts, type ListingSearch, type NamedSort, type Sort } from '~/lib/listingSearch'
import { usePreferences } from '~/lib/preferences'
import { useDebounced } from '~/lib/useDebounced'
import { Button } from '~/ui/Button'
import { Chip } from '~/ui/Chip'
import { SearchField, SelectField, Switch } from '~/ui/Field'
import { Segmented } from '~/ui/product/Segmented'
import { withChanges } from './filterChanges'
import styles from './Listing.module.css'

/** Pause in typing after which the listing is searched, in milliseconds. */
const TYPING_PAUSE = 300

type ListingToolsProps = {
  search: ListingSearch
  onChange: (search: ListingSearch, replace?: boolean) => void
  searchLabel?: string
  filterCount: number
  /** Called when the pointer or the focus reaches the button that opens the filters. */
  onReachFilters: () => void
  onOpenFilters: () => void
}

/** The row above the products: search inside, filters on narrow screens, order, grid or list. */
export function ListingTools({
  search,
  onChange,
  searchLabel,
  filterCount,
  onReachFilters,
  onOpenFilters,
}: ListingToolsProps) {
  const { t, format } = useText()
  const { view, delivered, setView, setDelivered } = usePreferences()
  const bySpec = readSpecSort(search.sort)
  // Words are found by relevance; without words the most popular products come first.
  const offered: readonly NamedSort[] = search.q === undefined ? sorts : ['relevance', ...sorts]
  const defaultSort = offered[0]
  const options: { value: Sort; label: string }[] = offered.map((sort) => ({ value: sort, label: t(`sort.${sort}`) }))
  if (search.sort && bySpec)
    options.push({ value: search.sort, label: `${t(`spec.${bySpec.key}`)} ${bySpec.descending ? '↓' : '↑'}` })
  return (
    <div className={styles.tools}>
      {searchLabel && <SearchInside label={searchLabel} search={search} onChange={onChange} />}
      <Button
        className={styles.onlyNarrow}
        icon="filter"
        aria-haspopup="dialog"
        onPointerDown={onReachFilters}
        onFocus={onReachFilters}
        onClick={onOpenFilters}
      >
        {t('filters.title')}
        {filterCount > 0 && (
          <Chip kind="accent">
            <bdi dir="ltr">{format.count(filterCount)}</bdi>
          </Chip>
        )}
      </Button>
      <SelectField
        className={styles.sort}
        label={t('listing.sort')}
        value={search.sort ?? defaultSort ?? 'popularity'}
        options={options}
        onChange={(sort) => onChange(withChanges(search, { sort: sort === defaultSort ? undefined : sort }))}
      />
      <label className={styles.delivered}>
        <Switch checked={delivered} onChange={() => setDelivered(!delivered)} />
        {t('listing.delivered')}
      </label>
      <Segmented
        label={t('listing.view')}
        value={view}
        options={[
          { value: 'grid', label: t('listing.grid'), icon: 'grid' },
          { value: 'list', label: t('listing.list'), icon: 'list' },
        ]}
        onChange={setView}
      />
    </div>
  )
}

type SearchInsideProps = Pick<ListingToolsProps, 'search' | 'onChange'> & { label: string }

/** Searches inside the listing while the user types. The URL follows without new entries in the history. */
function SearchInside({ label, search, onChange }: SearchInsideProps) {
  const inUrl = search.q ?? ''
  const [typed, setTyped] = useState(inUrl)
  const [lastInUrl, setLastInUrl] = useState(inUrl)
  const [lastSearched, setLastSearched] = useState<string>()
  if (lastInUrl !== inUrl) {
    setLastInUrl(inUrl)
    // The URL follows a search with a delay, during which the user may type on.
    if (lastSearched !== inUrl) setTyped(inUrl)
    setLastSearched(undefined)
  }
  const settled = useDebounced(typed, TYPING_PAUSE)
  useEffect(() => {
    const words = settled.trim()
    if (settled !== typed || words === inUrl) return
    setLastSearched(words)
    onChange(withChanges(search, { q: words || undefined }), true)
    // Only typing starts a search; a filter that changes meanwhile does not.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [settled])
  return <SearchField className={styles.grow} label={label} value={typed} onChange={setTyped} />
}
