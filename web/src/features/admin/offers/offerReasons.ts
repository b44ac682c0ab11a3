import { useText } from '~/i18n/useText'
import { parseCategory } from '~/lib/categories'

/** Reasons why an item could not be read as an offer. */
export const rejectReasons = [
  'UNREADABLE',
  'NO_PRODUCT',
  'INCOMPLETE',
  'NOT_NEW',
  'PART_PAYMENT',
  'PRICE',
  'SEVERAL_PRICES',
  'CURRENCY',
  'SOLD_OUT',
] as const
const waitReasons = [
  'NO_PART',
  'CATEGORY_UNKNOWN',
  'CATEGORY_UNSURE',
  'MANUFACTURER_UNKNOWN',
  'QUESTION',
  'NOT_COMPARED',
  'TOO_LITTLE',
] as const
const noParts = [
  'ACCESSORY',
  'COMPUTER',
  'PHONE',
  'CONSOLE',
  'WATCH',
  'CABLE',
  'SOFTWARE',
  'NETWORK',
  'SERVICE',
  'OTHER',
] as const

/** Returns a function that words a reason; an unknown code is shown as it is. */
export function useRejectReason(): (reason: string) => string {
  const { t } = useText()
  return (reason) => {
    const known = rejectReasons.find((one) => one === reason)
    return known ? t(`admin.operations.rejectReason.${known}`) : reason
  }
}

/**
 * Returns a function that words the reason why an offer has no product; for an item that is no part, its kind; for one
 * that may be a part, which one.
 */
export function useWaitingReason(): (reason: string, noPart: string | null, unsure?: string | null) => string {
  const { t } = useText()
  return (reason, noPart, unsure) => {
    const kind = noParts.find((one) => one === noPart)
    if (reason === 'NO_PART' && kind) return t(`admin.operations.noPart.${kind}`)
    const guess = parseCategory(unsure ?? '')
    if (reason === 'CATEGORY_UNSURE' && guess)
      return t('admin.operations.perhaps', { name: t(`category.${guess}.one`) })
    const known = waitReasons.find((one) => one === reason)
    return known ? t(`admin.operations.waitReason.${known}`) : reason
  }
}
