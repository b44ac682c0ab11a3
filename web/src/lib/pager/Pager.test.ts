import { expect, test } from 'vitest'
import { pagesAround } from './Pager'

test('the pager shows both ends and the neighbours of the current page', () => {
  expect(pagesAround(1, 3)).toEqual([1, 2, 3])
  expect(pagesAround(6, 12)).toEqual([1, null, 5, 6, 7, null, 12])
  expect(pagesAround(4, 12)).toEqual([1, 2, 3, 4, 5, null, 12])
})
