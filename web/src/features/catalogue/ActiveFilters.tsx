import { useText } from '~/i18n/useText'
import type { ListingSearch } from '~/lib/listingSearch'
import { isSpecKey } from '~/lib/specs'
import { Button } from '~/ui/Button'
import { RemovableChip } from '~/ui/Chip'
import type { ActiveFilter } from './activeFilters'
import styles from './Listing.module.css'
import { useFilterText } from './useFilterText'

type ActiveFiltersProps = { filters: ActiveFilter[]; onChange: (search: ListingSearch) => void; onClear: () => void; clearable: boolean }

/** The filters that are set, as chips that can be taken away. */
export function ActiveFilters({ filters, onChange, onClear, clearable }: ActiveFiltersProps) {
  const { t } = useText()
  const words = useFilterWords()
  if (filters.length === 0) return null
  return (
    <ul className={styles.active} aria-label={t('filters.active')}>
      {filters.map((filter) => {
        const name = words(filter)
        return (
          <li key={name}>
            <RemovableChip removeLabel={t('filters.remove', { name })} onRemove={() => onChange(filter.without)}>
              <bdi>{name}</bdi>
            </RemovableChip>
          </li>
        )
      })}
      {clearable && (
        <li>
          <Button kind="quiet" small onClick={onClear}>
            {t('filters.clearAll')}
          </Button>
        </li>
      )}
    </ul>
  )
}

function useFilterWords(): (filter: ActiveFilter) => string {
  const { t, format } = useText()
  const text = useFilterText()

  function range(from: string | undefined, to: string | undefined, name: string): string {
    if (from !== undefined && to !== undefined) return t('filters.between', { name, from, to })
    return from !== undefined ? t('filters.atLeast', { name, from }) : t('filters.atMost', { name, to: to ?? '' })
  }

  return (filter) => {
    switch (filter.kind) {
      case 'price': {
        const from = filter.from === undefined ? undefined : format.decimal(filter.from)
        const to = filter.to === undefined ? undefined : format.decimal(filter.to)
        if (from !== undefined && to !== undefined) return t('money.range', { from, to })
        return from !== undefined ? t('money.from', { from }) : t('money.to', { to: to ?? '' })
      }
      case 'inStock':
      case 'tabby':
        return t(`filters.${filter.kind}`)
      case 'rating':
        return text.value('rating', String(filter.stars))
      case 'value':
        return text.value(filter.group, filter.value)
      case 'range': {
        const key = filter.group.slice('spec.'.length)
        const number = (value: number | undefined) =>
          value === undefined ? undefined : isSpecKey(key) ? text.specNumber(key, value) : String(value)
        return range(number(filter.from), number(filter.to), text.group(filter.group))
      }
    }
  }
}
