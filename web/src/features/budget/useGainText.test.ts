import { renderHook } from '@testing-library/react'
import { beforeAll, expect, test } from 'vitest'
import { switchLanguage, withTexts } from '~/i18n'
import type { BuildUse } from '~/lib/budgetInput'
import { useGainText } from './useGainText'

beforeAll(withTexts(['budget'], () => Promise.resolve()))

function say(use: BuildUse, change: number, before: number): string | null {
  const { result } = renderHook(() => useGainText(use))
  return result.current(change, before)?.replaceAll(/[\u2066-\u2069]/g, '') ?? null
}

test('a gain is a share of the index before, with what it is for', () => {
  expect(say('gaming-4k', 2.46, 41)).toBe('+6% in games')
  expect(say('gaming-1080p', 0.4, 80)).toBe('+0.5% in games')
  expect(say('rendering', -7.3, 61.4)).toBe('−12% in rendering and code')
  expect(say('office', 30, 40)).toBe('+75% in office work')
})

test('no figure is said of a change that is none, or of a PC that had nearly nothing', () => {
  expect(say('gaming-4k', 0.01, 80)).toBe('about as fast')
  expect(say('gaming-4k', 60, 2)).toBeNull()
  expect(say('gaming-4k', 60, 0)).toBeNull()
})

test('a gain is said in Arabic', async () => {
  await switchLanguage('ar')
  expect(say('gaming-4k', 2.46, 41)).toBe('+6% بالألعاب')
  expect(say('office', -3, 60)).toBe('−5% بالشغل والدراسة')
})
