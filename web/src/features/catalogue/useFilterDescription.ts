import { useText } from '~/i18n/useText'
import { isSpecKey } from '~/lib/product/specs'
import type { ActiveFilter } from './activeFilters'
import { useFilterText } from './useFilterText'

/** Returns a function that words a set filter, for its chip and for the interpretation of a query. */
export function useFilterDescription(): (filter: ActiveFilter) => string {
  const { t, format } = useText()
  const text = useFilterText()

  function range(from: string | undefined, to: string | undefined, name: string): string {
    if (from !== undefined && to !== undefined) return t('filters.between', { name, from, to })
    return from !== undefined ? t('filters.atLeast', { name, from }) : t('filters.atMost', { name, to: to ?? '' })
  }

  /** A yes, a no or a bare number says nothing without the name of its fact. */
  function valueText(group: string, value: string): string {
    const shown = text.value(group, value)
    const needsName = group.startsWith('spec.') && (value === 'true' || value === 'false' || !/\p{L}/u.test(shown))
    return needsName ? t('filters.named', { name: text.group(group), value: shown }) : shown
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
        return valueText(filter.group, filter.value)
      case 'excluded':
        return t('filters.not', { name: valueText(filter.group, filter.value) })
      case 'range': {
        const key = filter.group.slice('spec.'.length)
        const number = (value: number | undefined) =>
          value === undefined ? undefined : isSpecKey(key) ? text.specNumber(key, value) : String(value)
        return range(number(filter.from), number(filter.to), text.group(filter.group))
      }
    }
  }
}
