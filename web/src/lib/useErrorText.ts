import { ApiError } from '~/api/client'
import { useText } from '~/i18n/useText'

/**
 * Returns a function that words a failed call. An unreachable and an overloaded server, and another user in this
 * browser, have texts of their own. All other failures are worded by the server's sentence in the page's language, or by
 * `fallback` where there is none: most of the server's sentences are English, so that Arabic pages often show `fallback`.
 */
export function useErrorText(): (error: unknown, fallback: string) => string {
  const { t, language } = useText()
  return (error, fallback) => {
    if (!(error instanceof ApiError)) return fallback
    if (error.status === 0) return t('error.offline')
    if (error.code === 'OVERLOADED') return t('error.overloaded')
    if (error.code === 'OTHER_USER') return t('account.otherUser')
    const sentence = language === 'en' ? error.message : error.messageAr
    return sentence === undefined || sentence === '' ? fallback : sentence
  }
}
