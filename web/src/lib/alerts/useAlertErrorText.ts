import { ApiError } from '~/api/client'
import { useText } from '~/i18n/useText'
import { useErrorText } from '~/lib/useErrorText'

/**
 * Returns a function that words a failed alert. A 404, and an error that is no response, have a general text; refusals
 * with a cause that the user can change have texts of their own; all others are worded by `useErrorText`.
 */
export function useAlertErrorText(): (error: Error) => string {
  const { t, format } = useText()
  const errorText = useErrorText()
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
        // The server's sentence names the limit.
        return errorText(error, t('alert.tooMany'))
      case 'TOO_OFTEN':
        return t('account.problem.TOO_OFTEN', { seconds: format.count(error.retryAfter ?? 60) })
      default:
        return errorText(error, t('alert.failed'))
    }
  }
}
