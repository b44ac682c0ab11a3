import { ApiError } from '~/api/client'
import { useText } from '~/i18n/useText'

/**
 * Returns a function that words a failed call on any page: that the server could not be reached, else the server's own
 * sentence, else the page's. Most of the server's sentences are English alone: Arabic pages use their own then.
 */
export function useProblem(): (error: unknown, fallback: string) => string {
  const { t, language } = useText()
  return (error, fallback) => {
    if (!(error instanceof ApiError)) return fallback
    if (error.status === 0) return t('error.offline')
    if (error.code === 'OVERLOADED') return t('error.overloaded')
    const sentence = language === 'en' ? error.message : error.messageAr
    return sentence === undefined || sentence === '' ? fallback : sentence
  }
}
