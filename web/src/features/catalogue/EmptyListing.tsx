import { useText } from '~/i18n/useText'
import { withoutFilters, type ListingSearch } from '~/lib/listingSearch'
import { Button } from '~/ui/Button'
import { Empty } from '~/ui/Empty'
import { withChanges } from './filterChanges'

/** Message for an unknown filter, which a link written by hand may contain. */
export function UnknownFilter({ onClear }: { onClear: () => void }) {
  const { t } = useText()
  return (
    <Empty title={t('listing.badFilterTitle')} text={t('listing.badFilterText')}>
      <Button kind="filled" onClick={onClear}>
        {t('filters.clearAll')}
      </Button>
    </Empty>
  )
}

/**
 * Message for a page after the last one. `pages` is undefined where the page number is too high for the server to count
 * the pages; the message then has no text.
 */
export function AfterLastPage({ pages, onFirst }: { pages?: number; onFirst: () => void }) {
  const { t, format } = useText()
  return (
    <Empty
      title={t('listing.pastEndTitle')}
      text={pages === undefined ? undefined : t('listing.pastEndText', { count: pages, n: format.count(pages) })}
    >
      <Button kind="filled" onClick={onFirst}>
        {t('listing.firstPage')}
      </Button>
    </Empty>
  )
}

/**
 * Message for a listing without products under its filters. `searchedInside`: the words searched inside a listing are a
 * filter too, those of the search page are not.
 */
export function NoMatchingProducts({
  search,
  onChange,
  searchedInside,
}: {
  search: ListingSearch
  onChange: (search: ListingSearch) => void
  searchedInside: boolean
}) {
  const { t } = useText()
  return (
    <Empty title={t('listing.emptyTitle')} text={t('listing.emptyText')}>
      <Button
        kind="filled"
        onClick={() => onChange({ ...withoutFilters(search), ...(searchedInside && { q: undefined }) })}
      >
        {t('filters.clearAll')}
      </Button>
      {search.inStock !== false && (
        <Button onClick={() => onChange(withChanges(search, { inStock: false }))}>{t('search.withOutOfStock')}</Button>
      )}
    </Empty>
  )
}
