import { expect, test } from 'vitest'
import { basketPrices, oldest } from './shopCardContent'

test('the card of a build compares one shop with the cheapest basket', () => {
  const split = { total: 789.45, shops: ['A', 'B'] }
  const one = { total: 812.4, shops: ['A'] }
  expect(basketPrices([split, { total: 820, shops: ['B'] }, one])).toEqual([
    { kind: 'oneShop', amount: 812.4, shops: ['A'], isDelivered: true },
    { kind: 'basket', amount: 789.45, shops: ['A', 'B'], isDelivered: true },
  ])
  // The cheapest basket is that of one shop.
  expect(basketPrices([one]).map(({ kind }) => kind)).toEqual(['oneShop'])
  expect(basketPrices([split]).map(({ kind }) => kind)).toEqual(['basket'])
  expect(basketPrices([])).toEqual([])
})

test('the card states the oldest time of its prices', () => {
  const [early, late] = ['2026-11-20T08:00:00Z', '2026-11-21T08:00:00Z']
  expect(oldest([late, null, early])).toBe(early)
  expect(oldest([null])).toBeNull()
})
