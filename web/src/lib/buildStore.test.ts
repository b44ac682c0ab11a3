import { expect, test } from 'vitest'
import { product } from '~/testing/fixtures'
import { requiredDone, totalPrice, useBuild } from './buildStore'

test('choosing fills a slot, choosing again replaces, removing empties', () => {
  const { choose, remove, clear } = useBuild.getState()
  clear()
  choose(product())
  choose(product({ id: 'other', price: 300 }))
  expect(totalPrice(useBuild.getState().components)).toBe(300)
  choose(product({ id: 'cpu', category: 'CPU', price: 100.5 }))
  expect(totalPrice(useBuild.getState().components)).toBe(400.5)
  expect(requiredDone(useBuild.getState().components)).toBe(1)
  remove('CPU')
  expect(requiredDone(useBuild.getState().components)).toBe(0)
})

test('slots without a product and data of another version are emptied', async () => {
  localStorage.setItem('tajmeea.build', JSON.stringify({ version: 1, state: { components: { CPU: { product: null }, GPU: { product: product(), price: 1 } } } }))
  await useBuild.persist.rehydrate()
  expect(Object.keys(useBuild.getState().components)).toEqual(['GPU'])
  localStorage.setItem('tajmeea.build', JSON.stringify({ version: 99, state: { components: { GPU: { product: product() } } } }))
  await useBuild.persist.rehydrate()
  expect(useBuild.getState().components).toEqual({})
})
