import type { Product, SpecValue } from '~/api/wire'
import { formats, type SpecGroup, type SpecKey } from './specs'

/** One fact of a product, ready for a table. */
export type SpecRow = { key: SpecKey; value: SpecValue }

/** Returns a product's facts by group, both in the table's order. Facts without a name are left out. */
export function specGroups(specs: Product['specs']): { group: SpecGroup; rows: SpecRow[] }[] {
  const groups = new Map<SpecGroup, SpecRow[]>()
  for (const [key, { group: name }] of formats) {
    const value = specs[key]
    if (value === undefined || value === null || (Array.isArray(value) && value.length === 0)) continue
    const rows = groups.get(name) ?? []
    rows.push({ key, value })
    groups.set(name, rows)
  }
  return [...groups].map(([name, rows]) => ({ group: name, rows }))
}
