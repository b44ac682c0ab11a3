import { isExcludedSpecParameter, isSpecParameter, type ListingSearch } from '~/lib/listingSearch'
import {
  excludedValues,
  toggleExcluded,
  toggleValue,
  withChanges,
  type ExcludableKey,
  type ListKey,
} from './filterChanges'

/** A filter in force with its value, and the search without it. */
export type ActiveFilter =
  | { kind: 'price'; from?: number; to?: number; without: ListingSearch }
  | { kind: 'inStock' | 'tabby'; without: ListingSearch }
  | { kind: 'rating'; stars: number; without: ListingSearch }
  | { kind: 'value'; group: ListKey; value: string; without: ListingSearch }
  | { kind: 'excluded'; group: ExcludableKey; value: string; without: ListingSearch }
  | { kind: 'range'; group: string; from?: number; to?: number; without: ListingSearch }

const lists = ['category', 'manufacturer', 'retailer', 'tier'] as const

/** Returns the filters in force, the default "in stock" among them, in a stable order. `singleCategory`: the page itself shows a single category. */
export function activeFilters(search: ListingSearch, singleCategory: boolean): ActiveFilter[] {
  const active: ActiveFilter[] = []
  const { minPrice: from, maxPrice: to } = search
  if (from !== undefined || to !== undefined) {
    active.push({ kind: 'price', from, to, without: withChanges(search, { minPrice: undefined, maxPrice: undefined }) })
  }
  if (search.inStock !== false) active.push({ kind: 'inStock', without: withChanges(search, { inStock: false }) })
  if (search.tabby) active.push({ kind: 'tabby', without: withChanges(search, { tabby: undefined }) })
  for (const group of lists) {
    if (group === 'category' && singleCategory) continue
    for (const value of search[group] ?? [])
      active.push({ kind: 'value', group, value, without: toggleValue(search, group, value) })
  }
  if (search.minRating !== undefined) {
    active.push({ kind: 'rating', stars: search.minRating, without: withChanges(search, { minRating: undefined }) })
  }
  return [...active, ...specFilters(search), ...exclusions(search)]
}

function exclusions(search: ListingSearch): ActiveFilter[] {
  const specs = Object.keys(search)
    .filter(isExcludedSpecParameter)
    .map((key) => key.slice(1) as `spec.${string}`)
  const groups = ['category', 'manufacturer', 'retailer', ...specs] as const
  return groups.flatMap((group) =>
    excludedValues(search, group).map((value): ActiveFilter => ({
      kind: 'excluded',
      group,
      value,
      without: toggleExcluded(search, group, value),
    })),
  )
}

function specFilters(search: ListingSearch): ActiveFilter[] {
  const ranges = new Set<string>()
  const active: ActiveFilter[] = []
  for (const key of Object.keys(search).filter(isSpecParameter)) {
    const range = /^(spec\.[^.]+)\.(min|max)$/.exec(key)?.[1]
    if (range) {
      ranges.add(range)
      continue
    }
    for (const value of search[key] ?? [])
      active.push({ kind: 'value', group: key, value, without: toggleValue(search, key, value) })
  }
  for (const group of ranges) {
    const from = numberOf(search[`${group}.min` as `spec.${string}`])
    const to = numberOf(search[`${group}.max` as `spec.${string}`])
    active.push({
      kind: 'range',
      group,
      from,
      to,
      without: withChanges(search, { [`${group}.min`]: undefined, [`${group}.max`]: undefined }),
    })
  }
  return active
}

function numberOf(values: string[] | undefined): number | undefined {
  const value = Number(values?.[0] ?? Number.NaN)
  return Number.isFinite(value) ? value : undefined
}
