import { expect, test } from 'vitest'
import { trendPoints } from './CountTrend'

test('the line begins at the start, ends at the end, and stands on zero', () => {
  expect(trendPoints([0, 50, 100])).toBe('0,28 60,16 120,4')
})

test('one crawl and crawls without anything give a level line', () => {
  expect(trendPoints([7])).toBe('0,4 120,4')
  expect(trendPoints([0, 0])).toBe('0,28 120,28')
})
