import type { Facet } from '~/api/wire'
import { isSpecKey, type SpecKey } from '~/lib/product/specs'

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

function canChoose(facet: Facet): boolean {
  return facet.type === 'values' ? facet.values.length > 0 : facet.max > facet.min
}
