import { expect, test } from 'vitest'
import { readListingSearch, type ListingSearch } from '~/lib/listingSearch'
import { activeFilters } from './activeFilters'
import { alignSpecs, findBest } from './compareData'
import { filterGroups } from './facets'
import { toggleExcluded, withChanges, toggleValue } from './filterChanges'
import { toBars } from './RangeFilter'

const values = (...names: string[]) => ({
  type: 'values' as const,
  values: names.map((value) => ({ value, count: 1 })),
})

test('every active filter can be removed alone', () => {
  const search = readListingSearch({
    minPrice: '100',
    maxPrice: '200',
    manufacturer: ['ASUS', 'MSI'],
    tabby: 'true',
    'spec.socket': 'AM5',
    'spec.length.max': '330',
    page: '4',
  })
  const active = activeFilters(search, true)
  expect(active.map((filter) => filter.kind)).toEqual(['price', 'inStock', 'tabby', 'value', 'value', 'value', 'range'])
  for (const filter of active) expect(filter.without.page).toBeUndefined()
  expect(active[0]?.without).not.toHaveProperty('minPrice')
  expect(active[1]?.without.inStock).toBe(false)
  expect(active[3]?.without.manufacturer).toEqual(['MSI'])
  expect(active[6]?.without).not.toHaveProperty(['spec.length.max'])
})

test('ticking adds a value, and ticking again removes it with its key', () => {
  const start: ListingSearch = { page: 3 }
  const once = toggleValue(start, 'spec.socket', 'AM5')
  expect(once).toEqual({ 'spec.socket': ['AM5'] })
  expect(toggleValue(once, 'spec.socket', 'AM5')).toEqual({})
  expect(withChanges(once, { tabby: true })).toEqual({ 'spec.socket': ['AM5'], tabby: true })
})

test('a value is wanted or left out, never both', () => {
  const excluded = toggleExcluded({ manufacturer: ['ASUS', 'MSI'], page: 2 }, 'manufacturer', 'ASUS')
  expect(excluded).toEqual({ manufacturer: ['MSI'], '-manufacturer': ['ASUS'] })
  expect(toggleValue(excluded, 'manufacturer', 'asus')).toEqual({ manufacturer: ['MSI', 'asus'] })
  expect(toggleExcluded(excluded, 'manufacturer', 'ASUS')).toEqual({ manufacturer: ['MSI'] })
})

test('an excluded value is an active filter, which can be removed alone', () => {
  const search = readListingSearch({ '-retailer': 'souk', '-spec.color': ['White', 'Pink'], inStock: 'false' })
  const active = activeFilters(search, false)
  expect(active.map((filter) => filter.kind === 'excluded' && [filter.group, filter.value])).toEqual([
    ['retailer', 'souk'],
    ['spec.color', 'White'],
    ['spec.color', 'Pink'],
  ])
  expect(active[1]?.without).toEqual({ '-retailer': ['souk'], '-spec.color': ['Pink'], inStock: false })
})

test('filter groups without a choice and unknown facts are left out', () => {
  const groups = filterGroups({
    'spec.length': { type: 'range', min: 200, max: 340, buckets: [] },
    'spec.color': { type: 'range', min: 5, max: 5, buckets: [] },
    'spec.flavour': values('sweet'),
    'spec.socket': values('AM5'),
    manufacturer: values('ASUS'),
    rating: values(),
    price: { type: 'range', min: 1, max: 9, buckets: [] },
  })
  expect(groups.map((group) => group.name)).toEqual(['price', 'spec.socket', 'manufacturer', 'spec.length'])
})

test('a histogram has a bar for every step, also for those missing in the response', () => {
  const bars = toBars(
    {
      type: 'range',
      min: 0,
      max: 240,
      buckets: [
        { from: 0, to: 10, count: 3 },
        { from: 230, to: 240, count: 2 },
      ],
    },
    0,
    240,
  )
  expect(bars).toHaveLength(24)
  expect([bars[0]?.count, bars[12]?.count, bars[23]?.count]).toEqual([3, 0, 2])
})

test('facts are aligned, differences are marked, and the best value is marked where better is defined', () => {
  const groups = alignSpecs([
    [
      {
        group: 'main',
        rows: [
          { key: 'cores', value: 8 },
          { key: 'socket', value: 'AM5' },
        ],
      },
    ],
    [
      {
        group: 'main',
        rows: [
          { key: 'cores', value: 16 },
          { key: 'socket', value: 'AM5' },
          { key: 'tdp', value: 170 },
        ],
      },
    ],
  ])
  const rows = groups[0]?.rows ?? []
  expect(rows.map((row) => [row.key, row.differs])).toEqual([
    ['cores', true],
    ['socket', false],
    ['tdp', true],
  ])
  expect(findBest('cores', [8, 16, undefined], [{}, {}, {}])).toEqual(new Set([1]))
  expect(findBest('cores', [8, 8], [{}, {}])).toEqual(new Set())
  expect(findBest('length', [300, 280], [{}, {}])).toEqual(new Set())
  // Clocks of two architectures cannot be compared.
  expect(
    findBest('boostClock', [5.2, 5.7], [{ microarchitecture: 'Zen 5' }, { microarchitecture: 'Arrow Lake' }]),
  ).toEqual(new Set())
  expect(findBest('boostClock', [5.2, 5.7], [{ microarchitecture: 'Zen 5' }, { microarchitecture: 'Zen 5' }])).toEqual(
    new Set([1]),
  )
  expect(findBest('boostClock', [5.2, 5.7], [{}, {}])).toEqual(new Set())
})
