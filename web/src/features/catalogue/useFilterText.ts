import type { Category } from '~/api/wire'
import { useText } from '~/i18n/useText'
import { TIERS } from '~/api/limits'
import { isSpecKey, specUnit, type SpecKey } from '~/lib/product/specs'
import { useRetailerName } from '~/ui/RetailerLabel'
import { useSpecText } from '~/lib/product/useSpecText'

/** Returns functions that name filter groups and their values. */
export function useFilterText() {
  const { t, format } = useText()
  const specText = useSpecText()
  const retailerName = useRetailerName()

  function specValue(key: SpecKey, value: string): string {
    if (value === 'true' || value === 'false') return specText(key, value === 'true')
    const number = Number(value)
    return specUnit(key) !== 'plain' && Number.isFinite(number) ? specText(key, number) : specText(key, value)
  }

  return {
    /** Returns the name of a group by its parameter. */
    group(name: string): string {
      if (name.startsWith('spec.')) {
        const key = name.slice('spec.'.length)
        return isSpecKey(key) ? t(`spec.${key}`) : key
      }
      return isCommonGroup(name) ? t(`filters.${name}`) : name
    },
    /** Returns the name of a value. */
    value(name: string, value: string): string {
      if (name === 'retailer') return retailerName(value)
      if (name === 'tier') return isTier(value) ? t(`tier.${value}`) : value
      if (name === 'category') return t(`category.${value as Category}.many`, { defaultValue: value })
      if (name === 'availability') return t(value === 'tabby' ? 'filters.tabby' : 'filters.inStock')
      if (name === 'rating') return t('filters.stars', { n: format.decimal(Number(value)) })
      if (name.startsWith('spec.')) {
        const key = name.slice('spec.'.length)
        return isSpecKey(key) ? specValue(key, value) : value
      }
      return value
    },
    specNumber: (key: SpecKey, value: number) => specText(key, value),
  }
}

function isTier(value: string): value is (typeof TIERS)[number] {
  return (TIERS as readonly string[]).includes(value)
}

function isCommonGroup(
  name: string,
): name is 'price' | 'availability' | 'category' | 'manufacturer' | 'retailer' | 'tier' | 'rating' {
  return ['price', 'availability', 'category', 'manufacturer', 'retailer', 'tier', 'rating'].includes(name)
}
