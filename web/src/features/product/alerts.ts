import { toFils, toKwd } from '~/lib/money'

/** The form of a new price alert. */
export type AlertDraft =
  | { alertType: 'ANY_DROP' }
  | { alertType: 'TARGET_PRICE'; targetPrice: number }
  | { alertType: 'PERCENTAGE_DROP'; percentage: number }

/** The percentages to choose from, and the one that is chosen at first. */
export const percentageRange = { min: 5, max: 25, step: 5, initial: 10 } as const

/** Returns the price that lies `percentage` percent below another, rounded down to the fils. */
export function priceUnder(current: number, percentage: number): number {
  return toKwd(Math.floor((toFils(current) * (100 - percentage)) / 100))
}
