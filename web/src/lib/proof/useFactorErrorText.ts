import { ApiError } from '~/api/client'
import { useText } from '~/i18n/useText'
import { useAccountErrorText } from './useAccountErrorText'

/** Error codes of second factors that have texts of their own in both languages. */
const TRANSLATED_CODES = [
  'WRONG_CODE',
  'WRONG_PASSKEY',
  'SECOND_FACTOR_MISSING',
  'SECOND_FACTOR_EXISTS',
  'NO_SECOND_FACTOR',
  'PASSKEY_EXPIRED',
  'PASSKEY_EXISTS',
  'TOO_MANY_PASSKEYS',
  'PASSKEYS_UNAVAILABLE',
] as const

/** Returns a function that words a failed call about a second factor, or the browser's refusal of a passkey. */
export function useFactorErrorText() {
  const { t } = useText()
  const errorText = useAccountErrorText()
  return (error: Error, fallback: string): string => {
    // The browser knows the passkeys of an authenticator; all its other refusals are a user who cancelled.
    if (error instanceof DOMException)
      return t(
        `account.secondFactor.problem.${error.name === 'InvalidStateError' ? 'PASSKEY_EXISTS' : 'PASSKEY_CANCELLED'}`,
      )
    const code = error instanceof ApiError && TRANSLATED_CODES.find((one) => one === error.code)
    return code ? t(`account.secondFactor.problem.${code}`) : errorText(error, fallback)
  }
}
