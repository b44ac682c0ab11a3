import { ApiError } from '~/api/client'
import { useText } from '~/i18n/useText'

/**
 * What to tell about a failed call, everywhere: that the server could not be reached, else its own sentence, else the page's. The
 * server's sentences are English: in Arabic the page's own is said.
 */
export function useProblem(): (error: unknown, fallback: string) => string {
  const { t, language } = useText()
  return (error, fallback) => {
    if (!(error instanceof ApiError)) return fallback
    if (error.status === 0) return t('error.offline')
    return language === 'en' && error.message !== '' ? error.message : fallback
  }
}
