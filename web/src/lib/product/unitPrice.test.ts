import { expect, test } from 'vitest'
import { product } from '~/testing/fixtures'
import { findUnit, listValueSorts, unitPrice } from './unitPrice'

test('a price per unit is shown when the amount is known', () => {
  const drive = product({ category: 'STORAGE', price: 50, specs: { storageCapacity: 2000 } })
  expect(unitPrice(drive, 'value_capacity')).toBe(25)
  expect(unitPrice(product({ category: 'RAM', price: 64, specs: { ramCapacity: 32 } }), 'value_capacity')).toBe(2)
  const chip = product({ category: 'GPU', price: 120, specs: {}, performance: { gaming: 240, rendering: 60 } })
  expect(unitPrice(chip, 'value_gaming')).toBe(0.5)
  expect(unitPrice(chip, 'value_rendering')).toBe(2)
  expect(unitPrice(chip, 'value_capacity')).toBeNull()
  expect(unitPrice({ ...chip, performance: undefined }, 'value_gaming')).toBeNull()
  expect(unitPrice({ ...drive, price: null }, 'value_capacity')).toBeNull()
  expect(unitPrice({ ...drive, specs: {} }, 'value_capacity')).toBeNull()
  expect(unitPrice(product({ category: 'CASE', price: 64, specs: { volume: 32 } }), 'value_capacity')).toBeNull()
})

test('orders by value are those of one category that has a measure', () => {
  expect(listValueSorts('CPU')).toEqual(['value_gaming', 'value_rendering', 'value_cores'])
  expect(listValueSorts('MONITOR')).toEqual([])
  expect(listValueSorts(undefined)).toEqual([])
  expect(findUnit('STORAGE', 'value_capacity')).toBe('TB')
  expect(findUnit('STORAGE', 'value_watts')).toBeUndefined()
})
