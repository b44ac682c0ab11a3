import { toFils, toKwd } from '~/lib/money'

/** The form of a new price alert. */
export type AlertDraft =
  | { alertType: 'ANY_DROP' }
  | { alertType: 'TARGET_PRICE'; targetPrice: number }
  | { alertType: 'PERCENTAGE_DROP'; percentage: number }

/** The percentages to choose from: 5 to 25 in steps of 5. */
export const percentages = { least: 5, most: 25, step: 5, usual: 10 } as const

/** Returns the price that lies `percentage` percent below another, rounded to the fils. */
export function priceUnder(current: number, percentage: number): number {
  return toKwd(Math.floor((toFils(current) * (100 - percentage)) / 100))
}
