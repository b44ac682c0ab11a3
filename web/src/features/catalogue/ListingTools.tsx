import { useEffect, useState, type ReactNode } from 'react'
import type { Category } from '~/api/wire'
import { useText } from '~/i18n/useText'
import { isValueSort, readSpecSort, sorts, type ListingSearch, type NamedSort, type Sort } from '~/lib/listingSearch'
import { listValueSorts } from '~/lib/product/unitPrice'
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
  /** The one category of the products; its measures are orders. */
  category?: Category
  filterCount: number
  /** Called when the pointer or the focus reaches the button that opens the filters. */
  onReachFilters: () => void
  onOpenFilters: () => void
  /** The button that sets an alert on the listing. */
  alertButton?: ReactNode
}

/** The row above the products: search inside, filters on narrow screens, order, grid or list. */
export function ListingTools({
  search,
  onChange,
  searchLabel,
  category,
  filterCount,
  onReachFilters,
  onOpenFilters,
  alertButton,
}: ListingToolsProps) {
  const { t, format } = useText()
  const { view, delivered, setView, setDelivered } = usePreferences()
  const [options, defaultSort] = useOrders(search, category)
  return (
    <div className={styles.tools} data-listing-tools="">
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
        value={search.sort ?? defaultSort}
        options={options}
        onChange={(sort) => onChange(withChanges(search, { sort: sort === defaultSort ? undefined : sort }))}
      />
      <label className={styles.delivered}>
        <Switch checked={delivered} onChange={() => setDelivered(!delivered)} />
        {t('listing.delivered')}
      </label>
      {alertButton}
      <div className={styles.view}>
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
    </div>
  )
}

/** Returns the orders that are offered, and the one that is in force unless the user chooses another. */
function useOrders({ q, sort }: ListingSearch, category?: Category): [{ value: Sort; label: string }[], NamedSort] {
  const { t } = useText()
  const bySpec = readSpecSort(sort)
  // Words are found by relevance; without words the most popular products come first.
  const offered: NamedSort[] = [...(q === undefined ? [] : ['relevance' as const]), ...sorts]
  offered.push(...listValueSorts(category))
  // The products, and with them their category, may not be there yet.
  if (isValueSort(sort) && !offered.includes(sort)) offered.push(sort)
  const options: { value: Sort; label: string }[] = offered.map((one) => ({ value: one, label: t(`sort.${one}`) }))
  if (sort && bySpec)
    options.push({ value: sort, label: `${t(`spec.${bySpec.key}`)} ${bySpec.descending ? '↓' : '↑'}` })
  return [options, offered[0] ?? 'popularity']
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
