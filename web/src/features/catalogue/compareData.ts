import type { SpecValue } from '~/api/wire'
import { betterSpecs, type SpecGroup, type SpecKey, type SpecRow } from '~/lib/specs'

/** One fact of several products; nothing where it is not known. */
export type AlignedRow = { key: SpecKey; values: (SpecValue | undefined)[]; differs: boolean }

/** Puts the facts of several products in common rows, in the order of the specification table. */
export function alignSpecs(products: { group: SpecGroup; rows: SpecRow[] }[][]): { group: SpecGroup; rows: AlignedRow[] }[] {
  const groups = new Map<SpecGroup, Map<SpecKey, AlignedRow>>()
  products.forEach((product, index) => {
    for (const { group, rows } of product) {
      const aligned = groups.get(group) ?? new Map<SpecKey, AlignedRow>()
      groups.set(group, aligned)
      for (const { key, value } of rows) {
        const row = aligned.get(key) ?? { key, values: products.map(() => undefined), differs: false }
        row.values[index] = value
        aligned.set(key, row)
      }
    }
  })
  return [...groups].map(([group, rows]) => ({
    group,
    rows: [...rows.values()].map((row) => ({ ...row, differs: new Set(row.values.map((value) => JSON.stringify(value))).size > 1 })),
  }))
}

/** The places of the best value, where better has one meaning and not all are equal. */
export function bestOf(key: SpecKey, values: (SpecValue | undefined)[]): Set<number> {
  const direction = betterSpecs[key]
  const numbers = values.map((value) => (typeof value === 'number' ? value : undefined))
  const known = numbers.filter((number) => number !== undefined)
  if (direction === undefined || known.length < 2 || new Set(known).size === 1) return new Set()
  const best = direction === 1 ? Math.max(...known) : Math.min(...known)
  return new Set(numbers.flatMap((number, index) => (number === best ? [index] : [])))
}
