import type { LowPeriod } from './kinds'
import { readTarget } from './targetPrice'
import { latinDigits } from '~/lib/latinDigits'
import { toFils, toKwd } from '~/lib/money'

/** The request for a new price alert, without its product. */
export type AlertDraft =
  | { alertType: 'ANY_DROP' }
  | { alertType: 'TARGET_PRICE'; targetPrice: number }
  | { alertType: 'PERCENTAGE_DROP'; percentage: number }
  | { alertType: 'PRICE_FALL' | 'NEAR_LOW' | 'PRICE_RISE'; percentage: number; repeats: boolean }
  | { alertType: `NEW_LOW_${LowPeriod | 'EVER'}` | 'NEW_AT_SHOP'; repeats: boolean }
  | { alertType: 'BACK_IN_STOCK'; repeats: boolean; retailers?: string[] }

/** The kinds to choose from: one for the new lows of all periods, and one for a percentage, once or again and again. */
export type Kind =
  | 'ANY_DROP'
  | 'TARGET_PRICE'
  | 'PERCENTAGE_DROP'
  | 'NEW_LOW'
  | 'NEAR_LOW'
  | 'BACK_IN_STOCK'
  | 'NEW_AT_SHOP'
  | 'PRICE_RISE'

/** What the form holds, for all kinds. */
export type AlertFields = {
  kind: Kind
  target: string
  percentage: number
  period: LowPeriod | 'EVER'
  /** The percentages of a `NEAR_LOW` and a `PRICE_RISE` as they were typed. */
  near: string
  rise: string
  /** The slugs of the only shops for a `BACK_IN_STOCK`. */
  retailers: string[]
  repeats: boolean
}

/** What is wrong about the field of the chosen kind: the text key in `alert`. */
export type FieldProblem = 'invalid' | 'tooHigh' | 'percentInvalid'

/** The percentages to choose from, and the one that is chosen at first. */
export const percentageRange = { min: 5, max: 25, step: 5, initial: 10 } as const

/** Returns the price that lies `percentage` percent below another, rounded down to the fils. */
export function priceUnder(current: number, percentage: number): number {
  return toKwd(Math.floor((toFils(current) * (100 - percentage)) / 100))
}

/** Returns the lowest price that is a rise by `percentage` percent: rounded up, and at least 0.500 KWD higher. */
export function priceOver(current: number, percentage: number): number {
  const fils = toFils(current)
  return toKwd(Math.max(Math.ceil((fils * (100 + percentage)) / 100), fils + 500))
}

/** Parses a percentage: a whole number from 1 to 50; null where it is invalid. */
export function readPercentage(typed: string): number | null {
  const text = latinDigits(typed.trim()).replace(/[%٪]$/, '')
  const percentage = /^\d{1,2}$/.test(text) ? Number(text) : 0
  return percentage >= 1 && percentage <= 50 ? percentage : null
}

/** Returns the request for the fields of the chosen kind; null where one of them is invalid. */
export function toDraft(fields: AlertFields): AlertDraft | null {
  const { kind, percentage, period, retailers, repeats } = fields
  switch (kind) {
    case 'ANY_DROP':
      return { alertType: kind }
    case 'TARGET_PRICE': {
      const targetPrice = readTarget(fields.target)
      return targetPrice === null ? null : { alertType: kind, targetPrice }
    }
    case 'PERCENTAGE_DROP':
      // A percentage drop fires once; the kind that repeats has a name of its own.
      return repeats ? { alertType: 'PRICE_FALL', percentage, repeats } : { alertType: kind, percentage }
    case 'NEW_LOW':
      return { alertType: `NEW_LOW_${period}`, repeats }
    case 'NEAR_LOW':
    case 'PRICE_RISE': {
      const chosen = readPercentage(kind === 'NEAR_LOW' ? fields.near : fields.rise)
      return chosen === null ? null : { alertType: kind, percentage: chosen, repeats }
    }
    case 'BACK_IN_STOCK':
      return retailers.length === 0 ? { alertType: kind, repeats } : { alertType: kind, repeats, retailers }
    case 'NEW_AT_SHOP':
      return { alertType: kind, repeats }
  }
}
