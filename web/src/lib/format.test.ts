import { expect, test } from 'vitest'
import { createFormat } from '~/i18n/format'
import { subtractKwd, splitKwd, sumKwd } from './money'

test('money has three decimals and Latin digits in both languages', () => {
  for (const language of ['en', 'ar'] as const) {
    expect(createFormat(language).money(1234.5)).toBe('1,234.500')
    expect(createFormat(language).difference(-40)).toBe('−40.000')
    expect(createFormat(language).percentChange(-0.046)).toBe('−4.6%')
    expect(createFormat(language).percentChange(0.12345)).toBe('+12.35%')
    expect([createFormat(language).difference(0), createFormat(language).percentChange(0)]).toEqual(['0.000', '0%'])
  }
})

test('dates are words of the language with Latin digits', () => {
  expect(createFormat('en').day('2026-11-17')).toBe('17 Nov')
  expect(createFormat('ar').day('2026-11-17')).toMatch(/^17.*نوفمبر$/)
})

test('the age of a price is said in the largest fitting unit', () => {
  const now = Date.parse('2026-11-21T12:00:00Z')
  const { ago } = createFormat('en')
  expect(ago('2026-11-21T11:48:00Z', now)).toMatch(/^12 min/)
  expect(ago('2026-11-21T09:00:00Z', now)).toMatch(/^3 hr/)
  expect(ago('2026-11-18T12:00:00Z', now)).toMatch(/^3 days/)
})

test('sums are computed in fils', () => {
  expect(sumKwd([0.1, 0.2])).toBe(0.3)
  expect(subtractKwd(279.9, 319.9)).toBe(-40)
})

test('four payments add up, the last takes the rest', () => {
  const parts = splitKwd(100.001, 4)
  expect(parts).toEqual([25, 25, 25, 25.001])
  expect(sumKwd(parts)).toBe(100.001)
})
