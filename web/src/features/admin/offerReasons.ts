import { useText } from '~/i18n/useText'

/** Why something could not be read into an offer. */
export const rejectReasons = ['UNREADABLE', 'NO_PRODUCT', 'INCOMPLETE', 'NOT_NEW', 'PRICE', 'SEVERAL_PRICES', 'CURRENCY', 'SOLD_OUT'] as const
const waitReasons = ['NO_PART', 'CATEGORY_UNKNOWN', 'MANUFACTURER_UNKNOWN', 'QUESTION', 'NOT_COMPARED', 'TOO_LITTLE'] as const
const noParts = ['ACCESSORY', 'COMPUTER', 'PHONE', 'CONSOLE', 'WATCH', 'CABLE', 'SOFTWARE', 'NETWORK', 'SERVICE', 'OTHER'] as const

/** The words for a reason; one that is not known yet is shown as it is. */
export function useRejectReason(): (reason: string) => string {
  const { t } = useText()
  return (reason) => {
    const known = rejectReasons.find((one) => one === reason)
    return known ? t(`admin.operations.rejectReason.${known}`) : reason
  }
}

/** The words for why an offer belongs to no product; of what is no part, what it is. */
export function useWaitingReason(): (reason: string, noPart: string | null) => string {
  const { t } = useText()
  return (reason, noPart) => {
    const kind = noParts.find((one) => one === noPart)
    if (reason === 'NO_PART' && kind) return t(`admin.operations.noPart.${kind}`)
    const known = waitReasons.find((one) => one === reason)
    return known ? t(`admin.operations.waitReason.${known}`) : reason
  }
}
