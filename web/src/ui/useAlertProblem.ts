import { ApiError } from '~/api/client'
import { useText } from '~/i18n/useText'
import { useProblem } from './useProblem'

/**
 * Returns a function that words the refusal of an alert. The server's own sentence is English, and not one of our
 * translated texts.
 */
export function useAlertProblem(): (error: Error) => string {
  const { t, format } = useText()
  const problem = useProblem()
  return (error) => {
    if (!(error instanceof ApiError) || error.status === 404) return t('alert.failed')
    if (error.status === 401) return t('alert.mustLogin')
    switch (error.code) {
      case 'TARGET_NOT_LOWER':
        return t('alert.tooHigh')
      case 'INVALID_TARGET':
        return t('alert.invalid')
      case 'NO_PRICE':
        return t('alert.notSold')
      case 'TOO_MANY_ALERTS':
        return t('alert.tooMany')
      case 'TOO_OFTEN':
        return t('account.problem.TOO_OFTEN', { seconds: format.count(error.retryAfter ?? 60) })
      default:
        return problem(error, t('alert.failed'))
    }
  }
}
