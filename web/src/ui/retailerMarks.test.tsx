import { render } from '@testing-library/react'
import { expect, test } from 'vitest'
import { RetailerMark } from './retailerMarks'

function mark(position: number | undefined, slug: string | null) {
  const { container } = render(<RetailerMark position={position} slug={slug} />)
  return container.innerHTML
}

test('the first six retailers have a shape and a colour each', () => {
  const marks = [0, 1, 2, 3, 4, 5].map((position) => mark(position, 'shop'))
  expect(new Set(marks).size).toBe(6)
})

test('every further retailer has an outline of its own that stays the same', () => {
  const slugs = ['blue-dune', 'pearl-pc', 'north-souq', 'gulf-gear']
  const marks = slugs.map((slug) => mark(6, slug))
  expect(marks).toEqual(slugs.map((slug) => mark(9, slug)))
  expect(new Set(marks).size).toBeGreaterThan(2)
  for (const drawn of marks) expect(drawn).toContain('outline')
})

test('an unknown retailer without a slug has no mark', () => {
  expect(mark(undefined, null)).toBe('')
  expect(mark(undefined, 'gone-shop')).toContain('<svg')
})
