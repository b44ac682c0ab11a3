import { renderHook } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { SpecValue } from '~/api/wire'
import { switchLanguage } from '~/i18n'
import type { SpecKey } from '~/lib/product/specs'
import { useSpecText } from '~/lib/product/useSpecText'

const cases: ['en' | 'ar', SpecKey, SpecValue, string][] = [
  ['en', 'psuModularity', 'Non', 'Not modular'],
  ['en', 'cooling', '3 Fans', '3 fans'],
  ['ar', 'color', 'Black', 'أسود'],
  ['ar', 'color', ['Black', 'White'], 'أسود، أبيض'],
  ['ar', 'coolerType', 'AIR', 'هوائي'],
  // A value without a translation stays as its manufacturer writes it, in its own direction.
  ['ar', 'color', 'Moonstone', '\u2066Moonstone\u2069'],
  ['ar', 'lighting', 'Black', '\u2066Black\u2069'],
]

test.each(cases)('%s: %s %s is written as %s', async (language, key, value, expected) => {
  await switchLanguage(language)
  expect(renderHook(() => useSpecText()).result.current(key, value)).toBe(expected)
})
