import { useText } from '~/i18n/useText'
import type { ListingSearch } from '~/lib/listingSearch'
import { Button } from '~/ui/Button'
import { RemovableChip } from '~/ui/Chip'
import type { ActiveFilter } from './activeFilters'
import styles from './Listing.module.css'
import { useFilterDescription } from './useFilterDescription'

type ActiveFiltersProps = {
  filters: ActiveFilter[]
  onChange: (search: ListingSearch) => void
  onClear: () => void
  isFiltered: boolean
}

/** The set filters as chips, each with a button that removes it. */
export function ActiveFilters({ filters, onChange, onClear, isFiltered }: ActiveFiltersProps) {
  const { t } = useText()
  const describeFilter = useFilterDescription()
  if (filters.length === 0) return null
  return (
    <ul className={styles.active} aria-label={t('filters.active')}>
      {filters.map((filter) => {
        const name = describeFilter(filter)
        const { without, ...shown } = filter
        return (
          <li key={JSON.stringify(shown)}>
            <RemovableChip removeLabel={t('filters.remove', { name })} onRemove={() => onChange(without)}>
              <bdi>{name}</bdi>
            </RemovableChip>
          </li>
        )
      })}
      {isFiltered && (
        <li>
          <Button kind="quiet" small onClick={onClear}>
            {t('filters.clearAll')}
          </Button>
        </li>
      )}
    </ul>
  )
}
