import type { Category } from '~/api/wire'
import { useText } from '~/i18n/useText'
import { isExcludedSpecParameter, isSpecParameter } from '~/lib/listingSearch'
import { useRetailerName } from '~/ui/RetailerLabel'
import { toListingSearch } from './listingFilters'

/** The prices of each price range, in KWD. */
const bounds: Record<string, [number | undefined, number?]> = {
  budget: [undefined, 200],
  'mid-range': [200, 500],
  'high-end': [500, 1000],
  enthusiast: [1000],
}

/** Marks the value of a bound; any other stands for itself. */
function bounded(key: string, value: string): string {
  if (key.endsWith('.min')) return `≥ ${value}`
  return key.endsWith('.max') ? `≤ ${value}` : value
}

/** Returns a function that names the listing of an alert by its words and filters. Needs the texts `header`. */
export function useListingName(): (listing: string) => string {
  const { t, format } = useText()
  const retailerName = useRetailerName()
  const categoryName = (name: string) => t(`category.${name as Category}.many`, { defaultValue: name })
  const without = (value: string) => t('alert.listing.without', { value })
  const between = (from?: number, upTo?: number) =>
    [
      ...(from === undefined ? [] : [t('alert.listing.from', { price: format.money(from) })]),
      ...(upTo === undefined ? [] : [t('alert.listing.upTo', { price: format.money(upTo) })]),
    ].join(' · ')
  return (listing) => {
    const search = toListingSearch(listing)
    const {
      q,
      category = [],
      manufacturer = [],
      retailer = [],
      minPrice,
      maxPrice,
      tabby,
      minRating,
      tier = [],
    } = search
    const keys = Object.keys(search)
    return [
      ...(q === undefined ? [] : [`“${q}”`]),
      ...category.map(categoryName),
      ...manufacturer,
      ...keys.filter(isSpecParameter).flatMap((key) => (search[key] ?? []).map((value) => bounded(key, value))),
      between(minPrice, maxPrice),
      ...retailer.map((slug) => retailerName(slug)),
      ...tier.map((name) => between(...(bounds[name] ?? []))),
      ...(minRating === undefined ? [] : [`★ ${format.count(minRating)}+`]),
      ...(tabby ? [t('alert.listing.tabby')] : []),
      ...(search['-category'] ?? []).map((name) => without(categoryName(name))),
      ...(search['-manufacturer'] ?? []).map(without),
      ...(search['-retailer'] ?? []).map((slug) => without(retailerName(slug))),
      ...keys.filter(isExcludedSpecParameter).flatMap((key) => (search[key] ?? []).map(without)),
    ]
      .filter((part) => part !== '')
      .join(' · ')
  }
}
