import { withoutEmpty, type ListingSearch } from '~/lib/listingSearch'

/** The parameters that hold a list of values. */
export type ListKey = 'manufacturer' | 'retailer' | 'tier' | 'category' | `spec.${string}`

/** The search with other filters. A change of filters leads back to the first page. */
export function changed(search: ListingSearch, change: Partial<ListingSearch>): ListingSearch {
  return withoutEmpty({ ...search, ...change, page: undefined })
}

/** The search with a value put into a list, or taken out when it is there. */
export function toggled(search: ListingSearch, key: ListKey, value: string): ListingSearch {
  const values: string[] = search[key as 'manufacturer'] ?? []
  const next = values.includes(value) ? values.filter((one) => one !== value) : [...values, value]
  return changed(search, { [key]: next })
}

/** Whether a value is chosen. */
export function isChosen(search: ListingSearch, key: ListKey, value: string): boolean {
  return (search[key as 'manufacturer'] ?? []).includes(value)
}

/** A lower or upper bound of a fact. */
export function bound(search: ListingSearch, spec: string, end: 'min' | 'max'): number | undefined {
  const value = Number(search[`spec.${spec}.${end}`]?.[0] ?? Number.NaN)
  return Number.isFinite(value) ? value : undefined
}
