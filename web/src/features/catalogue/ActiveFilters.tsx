import { useText } from '~/i18n/useText'
import type { ListingSearch } from '~/lib/listingSearch'
import { Button } from '~/ui/Button'
import { RemovableChip } from '~/ui/Chip'
import { classNames } from '~/ui/classNames'
import { RetailerGlyph } from '~/ui/RetailerLabel'
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
    <ul className={classNames(styles.active, !isFiltered && styles.onlyDefault)} aria-label={t('filters.active')}>
      {filters.map((filter) => {
        const name = describeFilter(filter)
        const { without, ...shown } = filter
        return (
          <li key={JSON.stringify(shown)}>
            <RemovableChip removeLabel={t('filters.remove', { name })} onRemove={() => onChange(without)}>
              {'group' in shown && 'value' in shown && shown.group === 'retailer' && (
                <RetailerGlyph slug={shown.value} />
              )}
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
