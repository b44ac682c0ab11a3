import { describe, expect, it } from 'vitest'
import type { PriceAlert } from '~/api/alerts'
import { findProblem, toChange, toFields } from './alertEdit'

const alert = {
  alertType: 'TARGET_PRICE',
  targetPrice: 100,
  percentage: null,
  retailers: [],
  repeats: false,
  product: { price: 120 },
} as unknown as PriceAlert

describe('an edited alert', () => {
  it('changes nothing as long as nothing is typed', () => {
    expect(toChange(alert, toFields(alert))).toEqual({})
    expect(findProblem(alert, toFields(alert))).toBeNull()
  })

  it('has a target below the price of today', () => {
    const typed = (target: string) => ({ ...toFields(alert), target })
    expect(toChange(alert, typed('٩٩'))).toEqual({ targetPrice: 99 })
    expect(findProblem(alert, typed('120'))).toBe('tooHigh')
    expect(findProblem(alert, typed('x'))).toBe('invalid')
    // The price has reached the target since: it may stay while something else is changed.
    const reached = { ...alert, product: { price: 90 } } as unknown as PriceAlert
    expect(findProblem(reached, toFields(reached))).toBeNull()
  })

  it('has a percentage of 1 to 50, and shops in any order', () => {
    const near = { ...alert, alertType: 'NEAR_LOW', targetPrice: null, percentage: 5 } as unknown as PriceAlert
    expect(findProblem(near, { ...toFields(near), percentage: '51' })).toBe('percentInvalid')
    expect(toChange(near, { ...toFields(near), percentage: '7', repeats: true })).toEqual({
      percentage: 7,
      repeats: true,
    })
    const back = {
      ...near,
      alertType: 'BACK_IN_STOCK',
      percentage: null,
      retailers: ['a', 'b'],
    } as unknown as PriceAlert
    expect(toChange(back, { ...toFields(back), retailers: ['b', 'a'] })).toEqual({})
    expect(toChange(back, { ...toFields(back), retailers: [] })).toEqual({ retailers: [] })
  })
})
