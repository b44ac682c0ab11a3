import { renderHook } from '@testing-library/react'
import { beforeAll, expect, test } from 'vitest'
import type { PriceVerdict } from '~/api/wire'
import { switchLanguage, withTexts } from '~/i18n'
import { priceVerdict } from '~/testing/fixtures'
import { usePriceVerdictText } from './usePriceVerdictText'

beforeAll(withTexts(['product'], () => Promise.resolve()))

function say(change: Partial<PriceVerdict>): string[] {
  const { result } = renderHook(() => usePriceVerdictText())
  return result.current(priceVerdict(change)).map((line) => line.replaceAll(/[\u2066-\u2069]/g, ''))
}

const evidence = { lowestInDays: null, usualPrice: 199, percentile: 40, lowDaysPercent: 6 }
const lowest = { code: 'LOWEST', stockDays: null, evidence: { ...evidence, lowestInDays: 90 } } as const
const raised = [{ retailer: 'Dhow Digital', retailerSlug: 'dhow-digital', listPrice: 249, lowestBefore: 189.5 }]

test('each verdict is said with its evidence', () => {
  expect(say(lowest)).toEqual(['Lowest in 90 days · usually 199.000 · this low on 6% of the days'])
  expect(say({ code: 'BELOW_USUAL', evidence })).toEqual([
    'Below its usual price · usually 199.000 · this low on 6% of the days',
  ])
  expect(say({ code: 'USUAL', evidence })).toEqual(['At its usual price · this low on 6% of the days'])
  expect(say({ code: 'ABOVE_USUAL', evidence })).toEqual([
    'Above its usual price · usually 199.000 · cheaper 40% of the time',
  ])
})

test('too short a history is said, and nothing where nothing is in stock', () => {
  expect(say({ stockDays: 3 })).toEqual([
    'Not enough history to compare the price: in stock on 3 of the 14 days needed',
  ])
  expect(say({ code: 'NOT_IN_STOCK', price: null, stockDays: null })).toEqual([])
})

test('a price that was raised before it fell is said of its shop', () => {
  expect(say({ ...lowest, raisedBeforeFall: raised })[1]).toBe(
    'Raised before it fell: Dhow Digital says it was 249.000, but asked 189.500 in the 30 days before',
  )
})

test('verdicts are said in Arabic', async () => {
  await switchLanguage('ar')
  expect(say({ ...lowest, raisedBeforeFall: raised })).toEqual([
    'أقل سعر في آخر 90 يوم · بالعادة 199.000 · بهالسعر أو أقل في 6% من الأيام',
    'ارتفع قبل لا ينزل: Dhow Digital يقول كان بـ 249.000، بس كان يبيعه بـ 189.500 في الـ30 يوم اللي قبل',
  ])
  expect(say({ code: 'ABOVE_USUAL', evidence })).toEqual([
    'أعلى من سعره المعتاد · بالعادة 199.000 · كان أرخص 40% من الوقت',
  ])
})
