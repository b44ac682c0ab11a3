import { expect, test } from 'vitest'
import { offer } from '~/testing/fixtures'
import { cheapestDelivered, cheapestWithTabby, computeDeliveryFee, sortByDeliveredPrice } from './offers'

test('the cheapest delivered offer has the lowest price with delivery in stock', () => {
  const offers = [
    offer({ id: 'out', price: 80, inStock: false }),
    offer({ id: 'low', price: 100, shipping: 5 }),
    offer({ id: 'free', price: 104, shipping: 2, shippingFreeOver: 100 }),
    offer({ id: 'tabby', price: 110, shipping: 0, tabby: true }),
    // An unstated fee counts as much as the highest of the others.
    offer({ id: 'unstated', price: 101, shipping: null }),
  ]
  expect(sortByDeliveredPrice(offers).map((one) => one.offer.id)).toEqual(['free', 'low', 'unstated', 'tabby', 'out'])
  expect(cheapestDelivered(offers)).toMatchObject({ offer: { id: 'free' }, deliveryFee: 0, deliveredPrice: 104 })
  expect(cheapestWithTabby(offers)?.offer.id).toBe('tabby')
  expect(cheapestDelivered([offer({ inStock: false })])).toBeUndefined()
})

test('an offer on pre-order stands behind those in stock, however low its price, and before those sold out', () => {
  const offers = [
    offer({ id: 'out', price: 60, inStock: false, stock: 'out' }),
    offer({ id: 'pre-order', price: 70, inStock: false, stock: 'pre_order' }),
    offer({ id: 'in', price: 120 }),
  ]
  expect(sortByDeliveredPrice(offers).map((one) => one.offer.id)).toEqual(['in', 'pre-order', 'out'])
  expect(cheapestDelivered(offers)?.offer.id).toBe('in')
})

test('of equal totals, a stated fee comes before an unstated one, then the lower price', () => {
  const offers = [
    // Counts as 105: the highest stated fee is 5.
    offer({ id: 'unstated', price: 100, shipping: null }),
    offer({ id: 'higher', price: 103, shipping: 2 }),
    offer({ id: 'lower', price: 100, shipping: 5 }),
  ]
  expect(sortByDeliveredPrice(offers).map((one) => one.offer.id)).toEqual(['lower', 'higher', 'unstated'])
})

test('a delivery fee follows the rule of the retailer', () => {
  expect(computeDeliveryFee({ price: 49.999, shipping: 1, shippingFreeOver: 50 })).toBe(1)
  expect(computeDeliveryFee({ price: 50, shipping: 1, shippingFreeOver: 50 })).toBe(0)
  expect(computeDeliveryFee({ price: 10, shipping: null, shippingFreeOver: 50 })).toBeNull()
})
