import { isOfOtherUser } from '~/api/accounts'
import { ApiError } from '~/api/client'
import { useText } from '~/i18n/useText'

/** Error codes that have texts of their own in both languages; the server's sentence is English. */
const TRANSLATED_CODES = [
  'MATCH_DECIDED',
  'MATCH_NOT_FOUND',
  'OFFER_MATCHED_ELSEWHERE',
  'TOO_LATE_TO_UNDO',
  'MERGED_AGAIN',
  'BULK_DECISION_NOT_FOUND',
  'NOT_ALLOWED',
  'NOT_SIGNED_IN',
  'PASSWORD_REQUIRED',
  'ADMIN_NEEDS_SECOND_FACTOR',
  'PRODUCT_NOT_FOUND',
  'PRODUCT_DELETED',
  'CANONICAL_UNKNOWN',
  'CANONICAL_OTHER_CATEGORY',
  'RETAILER_NOT_FOUND',
  'RETAILER_OFF',
  'CRAWL_QUEUED',
  'JOB_NOT_FOUND',
  'JOB_STATE',
  'JOB_QUEUED',
  'HELD_PRICE_NOT_FOUND',
  'HELD_PRICE_DECIDED',
  'LISTING_NOT_FOUND',
  'TIMEOUT',
  'MANUFACTURER_NOT_FOUND',
  'LEARNT_VALUE_NOT_FOUND',
  'USER_NOT_FOUND',
  'USER_IS_ADMIN',
  'USER_SUSPENDED',
  'NO_SECOND_FACTOR',
  'REVIEW_NOT_FOUND',
  'LAST_ADMIN',
  'SEARCH_RULE_NOT_FOUND',
  'SEARCH_RULE_EXISTS',
  'SEARCH_RULE_CYCLE',
  'TOO_MANY_SEARCH_RULES',
] as const

type TranslatedCode = (typeof TRANSLATED_CODES)[number]

const isTranslated = (code: string): code is TranslatedCode => TRANSLATED_CODES.some((one) => one === code)

/**
 * Returns a function that words a failed call: by the text of its code, else on English pages by the server's sentence,
 * else by `fallback`, the page's own sentence.
 */
export function useAdminErrorText() {
  const { t, language } = useText()
  return (error: Error, fallback: string): string => {
    if (!(error instanceof ApiError)) return fallback
    if (error.status === 0) return t('error.offline')
    if (isOfOtherUser(error)) return t('account.otherUser')
    if (isTranslated(error.code)) return t(`admin.problem.${error.code}`)
    return language === 'en' && error.message !== '' ? error.message : fallback
  }
}

/** Item of an action on several that failed. */
export type Failure = { id: string; error: string; code: string }

/** Returns a function that words the reason of a failure. */
export function useFailureText(): (failure: Failure) => string {
  const { t, language } = useText()
  return ({ code, error }) => {
    if (isTranslated(code)) return t(`admin.problem.${code}`)
    return language === 'en' ? error : t('admin.problem.OTHER')
  }
}
