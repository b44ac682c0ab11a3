import type { PriceAlert } from '~/api/alerts'

export type AlertKind = PriceAlert['alertType']

/** The days of which a price can be the lowest. */
export const lowPeriods = [30, 90, 365] as const
export type LowPeriod = (typeof lowPeriods)[number]

/** Returns the days of an alert on a new low; null for other kinds. */
export function lowDaysOf(kind: AlertKind): LowPeriod | null {
  return lowPeriods.find((days) => kind === `NEW_LOW_${days}`) ?? null
}

/** Whether the alert is about a listing with its filters. */
export function isOnListing(kind: AlertKind): boolean {
  return kind === 'LISTING_AT_OR_BELOW' || kind === 'LISTING_NEW_MATCH'
}

/** Whether users choose how often alerts of this kind fire. */
export function mayRepeat(kind: AlertKind): boolean {
  const repeating: AlertKind[] = [
    'PRICE_FALL',
    'BACK_IN_STOCK',
    'NEW_LOW_EVER',
    'NEAR_LOW',
    'PRICE_RISE',
    'NEW_AT_SHOP',
  ]
  return repeating.includes(kind) || lowDaysOf(kind) !== null || isOnListing(kind)
}

/** Whether users can change the condition of alerts of this kind, or how often they fire. */
export function isEditable(kind: AlertKind): boolean {
  return mayRepeat(kind) || kind === 'TARGET_PRICE' || kind === 'PERCENTAGE_DROP' || kind === 'BUILD_TOTAL'
}
