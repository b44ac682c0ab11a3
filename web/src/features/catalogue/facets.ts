import type { Facet } from '~/api/wire'
import type { ListingSearch } from '~/lib/listingSearch'
import { isSpecKey, type SpecKey } from '~/lib/product/specs'
import { activeFilters } from './activeFilters'

/** The groups that every listing may have, in the order of the panel; the groups of facts follow. */
const commonGroups = ['price', 'availability', 'category', 'manufacturer', 'retailer', 'tier', 'rating'] as const

/** A filter group: one that every listing may have, or one of a fact. */
export type FilterGroup =
  | { name: (typeof commonGroups)[number]; facet: Facet }
  | { name: `spec.${string}`; spec: SpecKey; facet: Facet }

/** The facts that shoppers filter by first; their groups come right before the manufacturer's. */
const firstSpecs = new Set<SpecKey>([
  'gpuChipset',
  'socket',
  'motherboardChipset',
  'ramType',
  'ramCapacity',
  'storageCapacity',
  'psuWattage',
  'caseFormFactor',
  'coolerType',
  'resolution',
])

/** Returns a response's groups in the order of the panel, without those that offer no choice. */
export function filterGroups(facets: Record<string, Facet>): FilterGroup[] {
  const groups: FilterGroup[] = []
  for (const name of commonGroups) {
    const facet = facets[name]
    if (facet && canChoose(facet)) groups.push({ name, facet })
  }
  const specs = Object.entries(facets).flatMap(([name, facet]): FilterGroup[] => {
    const spec = name.startsWith('spec.') ? name.slice('spec.'.length) : ''
    return isSpecKey(spec) && canChoose(facet) ? [{ name: `spec.${spec}`, spec, facet }] : []
  })
  const first = specs.filter((group) => 'spec' in group && firstSpecs.has(group.spec))
  const rest = specs.filter((group) => !first.includes(group))
  const manufacturerAt = groups.findIndex((group) => group.name === 'manufacturer')
  groups.splice(manufacturerAt < 0 ? groups.length : manufacturerAt, 0, ...first)
  return [...groups, ...rest]
}

/**
 * Returns a response's groups, and those of chosen values that the response leaves out: it has no group whose values no
 * product has under the other filters.
 */
export function withChosenGroups(facets: Record<string, Facet>, search: ListingSearch): Record<string, Facet> {
  const all = { ...facets }
  for (const filter of activeFilters(search, false)) {
    if ((filter.kind !== 'value' && filter.kind !== 'excluded') || facets[filter.group]) continue
    const group = all[filter.group]
    const values = group?.type === 'values' ? group.values : []
    all[filter.group] = { type: 'values', values: [...values, { value: filter.value, count: 0 }] }
  }
  return all
}

function canChoose(facet: Facet): boolean {
  return facet.type === 'values' ? facet.values.length > 0 : facet.max > facet.min
}
