import { expect, test } from 'vitest'
import { offer, product } from '~/testing/fixtures'
import { isOffered } from './isOffered'

test('what is in stock or on pre-order can be ordered', () => {
  expect(isOffered(offer({ inStock: true, stock: 'in' }))).toBe(true)
  expect(isOffered(offer({ inStock: false, stock: 'pre_order' }))).toBe(true)
  expect(isOffered(offer({ inStock: false, stock: 'out' }))).toBe(false)
  expect(isOffered(product({ inStock: true }))).toBe(true)
  expect(isOffered(product({ inStock: false, preOrder: true }))).toBe(true)
  expect(isOffered(product({ inStock: false }))).toBe(false)
})
