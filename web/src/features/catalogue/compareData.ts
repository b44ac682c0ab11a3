import type { Product, SpecValue } from '~/api/wire'
import { betterSpecs } from '~/lib/product/betterSpecs'
import type { SpecRow } from '~/lib/product/specGroups'
import type { SpecGroup, SpecKey } from '~/lib/product/specs'

/** One fact of several products; undefined where it is not known. */
type AlignedRow = { key: SpecKey; values: (SpecValue | undefined)[]; differs: boolean }

/** Aligns the facts of several products in common rows, in the order of the specification table. */
export function alignSpecs(
  products: { group: SpecGroup; rows: SpecRow[] }[][],
): { group: SpecGroup; rows: AlignedRow[] }[] {
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
    rows: [...rows.values()].map((row) => ({
      ...row,
      differs: new Set(row.values.map((value) => JSON.stringify(value))).size > 1,
    })),
  }))
}

/**
 * Facts whose numbers compare only within one design: one of the listed facts must be known and equal for all products.
 * Clocks of two architectures, for example, say nothing about each other.
 */
const comparesWithin: Partial<Record<SpecKey, SpecKey[]>> = {
  boostClock: ['microarchitecture', 'gpuChipset'],
  baseClock: ['microarchitecture', 'gpuChipset'],
  l3Cache: ['microarchitecture'],
  memoryBus: ['memoryType'],
  casLatency: ['ramSpeed'],
  maxDpi: ['sensor'],
}

/** Whether one of the products' numbers of a fact can be called better than another. */
function isComparable(key: SpecKey, specs: Product['specs'][]): boolean {
  const designs = comparesWithin[key]
  const isSame = (design: SpecKey) =>
    specs.every((one) => one[design] !== undefined && one[design] === specs[0]?.[design])
  return designs === undefined || designs.some(isSame)
}

/**
 * Returns the positions of the best value, where better has one meaning for these products and not all values are
 * equal.
 */
export function findBest(key: SpecKey, values: (SpecValue | undefined)[], specs: Product['specs'][]): Set<number> {
  const direction = isComparable(key, specs) ? betterSpecs[key] : undefined
  const numbers = values.map((value) => (typeof value === 'number' ? value : undefined))
  const known = numbers.filter((number) => number !== undefined)
  if (direction === undefined || known.length < 2 || new Set(known).size === 1) return new Set()
  const best = direction === 1 ? Math.max(...known) : Math.min(...known)
  return new Set(numbers.flatMap((number, index) => (number === best ? [index] : [])))
}
