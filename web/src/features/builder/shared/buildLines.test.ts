import { expect, test } from 'vitest'
import { emptyBuild, toSelectedComponent, withComponents } from '~/lib/build'
import { product } from '~/testing/fixtures'
import { buildLines, isBuyable } from './buildLines'

test('a part on pre-order is told apart from one that is out of stock, and counts in no total', () => {
  const card = product()
  const stateOf = (today: Parameters<typeof product>[0]) => {
    const { components } = withComponents(emptyBuild('Fox'), { GPU: [toSelectedComponent(card)] })
    const [line] = buildLines(components, { products: [product(today)], mergedInto: {} }, [])
    return line && [line.state, isBuyable(line)]
  }
  expect(stateOf({})).toEqual(['sold', true])
  expect(stateOf({ inStock: false, preOrder: true })).toEqual(['preOrder', false])
  expect(stateOf({ inStock: false })).toEqual(['out', false])
  expect(stateOf({ inStock: false, stockUnknown: true })).toEqual(['unknown', false])
  expect(stateOf({ inStock: false, price: null })).toEqual(['unsold', false])
})
