import { expect, test } from 'vitest'
import { exportBuild } from './exportBuild'
import { product } from '~/testing/fixtures'

const chosen = (name: string) => [{ product: product({ name }), componentType: 'GPU' as const, addedAt: '2026-11-21T00:00:00Z', price: 1279.9 }]
const label = () => 'Video Card'

test('a spreadsheet takes no name for a formula', () => {
  const { text } = exportBuild(chosen('=HYPERLINK("http://x")'), 'CSV', label)
  expect(text).toContain(`"'=HYPERLINK(""http://x"")"`)
  expect(text.startsWith('\ufeff')).toBe(true)
  expect(text).toContain('1279.900')
})

test('JSON and text carry the total', () => {
  expect(JSON.parse(exportBuild(chosen('RTX'), 'JSON', label).text)).toMatchObject({ currency: 'KWD', totalPrice: 1279.9 })
  expect(exportBuild(chosen('RTX'), 'Text', label).text).toContain('Video Card: RTX, 1,279.900 KWD (Safat Tech)')
})
