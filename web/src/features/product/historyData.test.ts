import { expect, test } from 'vitest'
import type { PriceHistory } from '~/api/wire'
import { computeAxisTicks, toChartData, computeDayTicks, isDrawable, spreadLabels } from './historyData'

const history = (datasets: PriceHistory['datasets']): PriceHistory => ({
  datasets,
  statistics: { lowestPrice: 1, highestPrice: 2, averagePrice: 1.5, currentLowestPrice: 1, priceDropPercentage: 0 },
  history: [],
})

const two = history([
  {
    label: 'A',
    retailerSlug: 'a',
    data: [
      { x: '2026-11-01', y: 100 },
      { x: '2026-11-03', y: 90 },
    ],
  },
  { label: 'B', retailerSlug: 'b', data: [{ x: '2026-11-02', y: 95 }] },
])

test('a price holds until it changes, up to today', () => {
  const { days, lines, low, high } = toChartData(two, Date.parse('2026-11-05T15:00:00Z'))
  expect(days.map((day) => [new Date(day.time).toISOString().slice(8, 10), day.a, day.b])).toEqual([
    ['01', 100, undefined],
    ['02', 100, 95],
    ['03', 90, 95],
    ['05', 90, 95],
  ])
  expect(lines.map((line) => line.last)).toEqual([90, 95])
  expect([low, high]).toEqual([90, 100])
})

test('an invalid price history is detected', () => {
  expect(isDrawable(two)).toBe(true)
  expect(isDrawable(history([{ label: 'A', retailerSlug: 'a', data: [{ x: 'yesterday', y: 1 }] }]))).toBe(false)
  expect(isDrawable({ ...two, datasets: undefined as unknown as PriceHistory['datasets'] })).toBe(false)
})

test('the axis has round values around all prices', () => {
  expect(computeAxisTicks(279.9, 324.9)).toEqual([260, 280, 300, 320, 340])
  expect(computeAxisTicks(50, 50).length).toBeGreaterThan(1)
})

test('long spans are labelled by month, and the end by today', () => {
  const days = toChartData(
    history([{ label: 'A', retailerSlug: 'a', data: [{ x: '2026-08-23', y: 1 }] }]),
    Date.parse('2026-11-21'),
  ).days
  expect(computeDayTicks(days).map((time) => new Date(time).toISOString().slice(0, 10))).toEqual([
    '2026-09-01',
    '2026-10-01',
    '2026-11-01',
    '2026-11-21',
  ])
})

test('labels do not overlap', () => {
  expect(spreadLabels([50, 52, 90], 18, 100)).toEqual([50, 68, 90])
  expect(spreadLabels([95, 96, 97], 18, 100)).toEqual([64, 82, 100])
})
