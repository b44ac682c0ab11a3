import { expect, test } from 'vitest'
import { product } from '~/testing/fixtures'
import { listColumns, chooseColumns, toColumnSorts, tableSpecs, unitPrice } from './tableColumns'

test('every category has columns of facts, and shows the first four by default', () => {
  expect(chooseColumns('GPU', undefined)).toEqual([
    'gpuChipset',
    'gpuVram',
    'tdp',
    'length',
    'unitPrice',
    'fit',
    'shops',
    'trend',
  ])
  expect(chooseColumns('GPU', ['trend', 'boostClock', 'nonsense'])).toEqual(['boostClock', 'trend'])
  expect(listColumns(undefined)).toEqual(['fit', 'shops', 'trend'])
  expect(Object.values(tableSpecs).every((keys) => new Set(keys).size === keys.length && keys.length <= 6)).toBe(true)
})

test('a price per unit is shown when the amount is known', () => {
  expect(unitPrice(product({ category: 'STORAGE', price: 50, specs: { storageCapacity: 2000 } }))).toBe(25)
  expect(unitPrice(product({ category: 'RAM', price: 64, specs: { ramCapacity: 32 } }))).toBe(2)
  expect(unitPrice(product({ category: 'RAM', price: 64, specs: {} }))).toBeNull()
  expect(unitPrice(product({ category: 'CASE', price: 64, specs: { volume: 32 } }))).toBeNull()
})

test('a head sorts by an order of the server, better values first', () => {
  const facets = {
    'spec.cores': { type: 'values' as const, values: [] },
    'spec.tdp': { type: 'values' as const, values: [] },
  }
  expect(toColumnSorts('cores', facets, 'CPU')).toEqual(['spec.cores.desc', 'spec.cores.asc'])
  expect(toColumnSorts('tdp', facets, 'CPU')).toEqual(['spec.tdp.asc', 'spec.tdp.desc'])
  expect(toColumnSorts('boostClock', facets, 'CPU')).toBeNull()
  // Facts that the server sorts by although no filter counts them.
  expect(toColumnSorts('l3Cache', facets, 'CPU')).toEqual(['spec.l3Cache.desc', 'spec.l3Cache.asc'])
  expect(toColumnSorts('tdp', {}, 'GPU')).toEqual(['spec.tdp.asc', 'spec.tdp.desc'])
  expect(toColumnSorts('price', {}, undefined)).toEqual(['price_asc', 'price_desc'])
})
