import { expect, test } from 'vitest'
import { findBestSaving, swapParts, type Suggestion } from './suggestions'

const suggestion = (id: string, saving: number | null, conflicts = 0): Suggestion => ({
  id,
  buildId: 'build',
  category: 'PSU',
  from: { id: 'a', name: 'A' },
  to: { id: 'b', name: 'B' },
  saving,
  conflicts,
})

test('the best suggestion saves most and fits', () => {
  const all = [suggestion('less', 2), suggestion('best', 57.6), suggestion('unfit', 90, 1), suggestion('unknown', null)]
  expect(findBestSaving(all)?.id).toBe('best')
  expect(findBestSaving([suggestion('dearer', -3), suggestion('same', 0)])).toBeUndefined()
})

test('a swap replaces one product and keeps the quantity', () => {
  const parts = { RAM: [{ productId: 'a', quantity: 2 }], CPU: [{ productId: 'c', quantity: 1 }] }
  expect(swapParts(parts, suggestion('x', 1))).toEqual({
    RAM: [{ productId: 'b', quantity: 2 }],
    CPU: [{ productId: 'c', quantity: 1 }],
  })
})
