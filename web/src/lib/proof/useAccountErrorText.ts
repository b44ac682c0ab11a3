import { ApiError } from '~/api/client'
import { useText } from '~/i18n/useText'
import { useErrorText } from '~/lib/useErrorText'

/** Error codes that have texts of their own in both languages; the server's sentence is English. */
const TRANSLATED_CODES = [
  'WRONG_CREDENTIALS',
  'ACCOUNT_SUSPENDED',
  'BOT_CHECK_FAILED',
  'INVALID_RESET',
  'INVALID_VERIFICATION',
  'WRONG_PASSWORD',
  'PASSWORD_TOO_SHORT',
  'PASSWORD_TOO_LONG',
  'PASSWORD_TOO_COMMON',
  'PASSWORD_OWN_NAME',
  'PASSWORD_BREACHED',
  'NOT_AN_EMAIL',
  'NOT_A_NAME',
  'NAME_TAKEN',
  'NAME_RESERVED',
] as const

type TranslatedCode = (typeof TRANSLATED_CODES)[number]

const isTranslated = (code: string): code is TranslatedCode => TRANSLATED_CODES.some((one) => one === code)

/**
 * Returns a function that words a failed call: the server's reason where there is one, else the page's own sentence.
 */
export function useAccountErrorText() {
  const { t, format } = useText()
  const errorText = useErrorText()
  return (error: Error, fallback: string): string => {
    if (!(error instanceof ApiError)) return t('error.occurred')
    if (error.code === 'TOO_OFTEN')
      return t('account.problem.TOO_OFTEN', { seconds: format.count(error.retryAfter ?? 60) })
    if (isTranslated(error.code)) return t(`account.problem.${error.code}`)
    return errorText(error, fallback)
  }
}
