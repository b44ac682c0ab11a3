import type { AlertChange, PriceAlert } from '~/api/alerts'
import { readPercentage, type FieldProblem } from './alertFields'
import { findTargetProblem, readTarget } from './targetPrice'

/** What the form for an alert that exists holds, for all kinds. */
export type EditedFields = {
  target: string
  /** The percentage as it was chosen or typed. */
  percentage: string
  retailers: string[]
  repeats: boolean
}

/** Returns the fields of an alert as they are. */
export function toFields({ targetPrice, percentage, retailers, repeats }: PriceAlert): EditedFields {
  return { target: String(targetPrice ?? ''), percentage: String(percentage ?? ''), retailers, repeats }
}

/**
 * Returns today's price of the product; null where there is none. The total of a build that lacks the price of a part is no
 * bound for a target, which the server knows.
 */
export function priceToday({ product }: PriceAlert): number | null {
  return product?.price ?? null
}

/** Returns the problem of the first wrong field; null where all are valid. Only what changes is compared with today. */
export function findProblem(alert: PriceAlert, fields: EditedFields): FieldProblem | null {
  if (typeof alert.targetPrice === 'number' && readTarget(fields.target) !== alert.targetPrice) {
    return findTargetProblem(fields.target, priceToday(alert))
  }
  return typeof alert.percentage === 'number' && readPercentage(fields.percentage) === null ? 'percentInvalid' : null
}

/** Returns what changes. A condition that stays is left out: it is not measured from today again. */
export function toChange(alert: PriceAlert, fields: EditedFields): AlertChange {
  const change: AlertChange = {}
  const target = readTarget(fields.target)
  const percentage = readPercentage(fields.percentage)
  if (typeof alert.targetPrice === 'number' && target !== null && target !== alert.targetPrice) {
    change.targetPrice = target
  }
  if (typeof alert.percentage === 'number' && percentage !== null && percentage !== alert.percentage) {
    change.percentage = percentage
  }
  if (fields.retailers.toSorted().join() !== alert.retailers.toSorted().join()) change.retailers = fields.retailers
  if (fields.repeats !== alert.repeats) change.repeats = fields.repeats
  return change
}
