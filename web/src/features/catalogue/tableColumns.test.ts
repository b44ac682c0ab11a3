import { expect, test } from 'vitest'
import { listColumns, chooseColumns, toColumnSorts, tableSpecs } from './tableColumns'

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

test('the prices per unit that a listing is ordered by are a column', () => {
  expect(chooseColumns('GPU', ['trend'], 'value_gaming')).toEqual(['gamingPrice', 'trend'])
  expect(chooseColumns('CPU', undefined, 'value_rendering')).toContain('renderingPrice')
  expect(chooseColumns('CPU', ['cores'], 'value_cores')).toEqual(['cores', 'unitPrice'])
  expect(chooseColumns('MONITOR', ['trend'], 'value_gaming')).toEqual(['trend'])
  expect(toColumnSorts('unitPrice', {}, 'PSU')).toEqual(['value_watts'])
  expect(toColumnSorts('gamingPrice', {}, 'GPU')).toEqual(['value_gaming'])
  expect(toColumnSorts('unitPrice', {}, 'MONITOR')).toBeNull()
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
