import { addressToShare } from '~/i18n/language'

/** Returns the address of a shared build. */
export function shareAddress(token: string): string {
  return addressToShare(`/build/${token}`)
}
