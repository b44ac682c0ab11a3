import type { Facet } from '~/api/wire'
import { withoutEmpty, type ListingSearch } from '~/lib/listingSearch'

/** The parameters that hold a list of values. */
export type ListKey = 'manufacturer' | 'retailer' | 'tier' | 'category' | `spec.${string}`

/** The lists whose values can be left out, by a parameter of the same name behind a minus. */
export type ExcludableKey = Exclude<ListKey, 'tier'>

/** The price range in KWD that words of the query name, these words, and the query without them, if it can be had. */
export type QueryPrice = {
  range: Pick<ListingSearch, 'minPrice' | 'maxPrice'>
  words: string[]
  rest: string | undefined
}

/** Returns the search with other filters, on its first page. */
export function withChanges(search: ListingSearch, change: Partial<ListingSearch>): ListingSearch {
  return withoutEmpty({ ...search, ...change, page: undefined })
}

/** Whether two texts name one value of a filter: the api ignores their case. */
export const isSameValue = (left: string, right: string) => left.toLowerCase() === right.toLowerCase()

/** Returns the search with a value added to a list, or removed where it is in the list. A wanted value is not left out. */
export function toggleValue(search: ListingSearch, key: ListKey, value: string): ListingSearch {
  const next = toggled(search[key as 'manufacturer'], value)
  return withChanges(search, {
    [key]: next,
    ...(isExcludable(key) && { [`-${key}`]: without(excludedValues(search, key), value) }),
  })
}

/** Returns the search with a value left out, or no longer left out. */
export function toggleExcluded(search: ListingSearch, key: ExcludableKey, value: string): ListingSearch {
  const next = toggled(excludedValues(search, key), value)
  return withChanges(search, { [`-${key}`]: next, [key]: without(search[key as 'manufacturer'], value) })
}

/** Whether the values of a group can be left out. */
export function isExcludable(name: string): name is ExcludableKey {
  return name === 'category' || name === 'manufacturer' || name === 'retailer' || name.startsWith('spec.')
}

/** Returns the values of a group that are left out. */
export function excludedValues(search: ListingSearch, name: string): string[] {
  return isExcludable(name) ? (search[`-${name}` as '-manufacturer'] ?? []) : []
}

function toggled(values: string[] = [], value: string): string[] {
  const others = without(values, value)
  return others.length < values.length ? others : [...values, value]
}

function without(values: string[] = [], value: string): string[] {
  return values.filter((one) => !isSameValue(one, value))
}

/** Returns the chosen values of a group; for a range its two ends, as an empty text where an end is open. */
export function chosenValues(search: ListingSearch, name: string, facet: Facet): string[] {
  if (name === 'price') return [search.minPrice, search.maxPrice].map((one) => String(one ?? ''))
  if (facet.type === 'range') return (['min', 'max'] as const).map((which) => String(bound(search, name, which) ?? ''))
  if (name === 'availability')
    return [...(search.inStock === false ? [] : ['inStock']), ...(search.tabby === true ? ['tabby'] : [])]
  if (name === 'rating')
    return facet.values.map(({ value }) => value).filter((value) => Number(value) === search.minRating)
  return search[name as 'manufacturer'] ?? []
}

/** Returns the search with a group's value toggled. */
export function withToggled(search: ListingSearch, name: string, value: string): ListingSearch {
  if (name === 'availability') {
    return withChanges(
      search,
      value === 'tabby'
        ? { tabby: search.tabby === true ? undefined : true }
        : { inStock: search.inStock === false ? undefined : false },
    )
  }
  if (name === 'rating')
    return withChanges(search, { minRating: search.minRating === Number(value) ? undefined : Number(value) })
  return toggleValue(search, name as ListKey, value)
}

/** Returns the search with a range between two ends. */
export function withRange(
  search: ListingSearch,
  name: string,
  low: number | undefined,
  high: number | undefined,
): ListingSearch {
  if (name === 'price') return withChanges(search, { minPrice: low, maxPrice: high })
  return withChanges(search, { [`${name}.min`]: end(low), [`${name}.max`]: end(high) })
}

/**
 * Returns the search after a change in the filter panel, whose price fields show the bounds of the filter and, where it
 * has none, those that words of the query name. If the fields still show the same, the filter stays as it was. If the
 * user has changed or emptied one, the filter has what the fields show, and the words leave the query; where they cannot,
 * they are searched literally.
 */
export function withUserPrice(
  next: ListingSearch,
  search: ListingSearch,
  { range, words, rest }: QueryPrice,
): ListingSearch {
  const shown = { ...range, ...search }
  if (next.minPrice === shown.minPrice && next.maxPrice === shown.maxPrice)
    return withoutEmpty({ ...next, minPrice: search.minPrice, maxPrice: search.maxPrice })
  return rest === undefined ? { ...next, literal: [...(next.literal ?? []), ...words] } : { ...next, q: rest }
}

function end(value: number | undefined): string[] | undefined {
  return value === undefined ? undefined : [String(value)]
}

/** Returns the lower or upper bound of a fact. */
function bound(search: ListingSearch, spec: string, which: 'min' | 'max'): number | undefined {
  const value = Number(search[`${spec as 'spec.length'}.${which}`]?.[0] ?? Number.NaN)
  return Number.isFinite(value) ? value : undefined
}
