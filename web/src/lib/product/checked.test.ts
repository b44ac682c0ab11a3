import { expect, test } from 'vitest'
import { retailers } from '~/testing/fixtures'
import { checkedAt, isOld } from './checked'

const at = '2026-11-20T08:00:00Z'
const crawled = (crawledAt: string | null) => retailers.map((retailer) => ({ ...retailer, crawledAt }))[0]

test('a price was read when its offer was, or by a later complete crawl that confirms it', () => {
  expect(checkedAt(null, crawled(at))).toBeNull()
  expect(checkedAt({ at, byCrawls: true }, undefined)).toBe(at)
  expect(checkedAt({ at, byCrawls: true }, crawled(null))).toBe(at)
  expect(checkedAt({ at, byCrawls: true }, crawled('2026-11-19T08:00:00Z'))).toBe(at)
  expect(checkedAt({ at, byCrawls: true }, crawled('2026-11-20T09:00:00.5Z'))).toBe('2026-11-20T09:00:00.5Z')
  // The crawl did not meet the offer.
  expect(checkedAt({ at, byCrawls: false }, crawled('2026-11-21T08:00:00Z'))).toBe(at)
})

test('a price is old two days after it was read', () => {
  const now = Date.parse('2026-11-22T07:59:59Z')
  expect(isOld(at, now)).toBe(false)
  expect(isOld(at, now + 1_000)).toBe(true)
})
