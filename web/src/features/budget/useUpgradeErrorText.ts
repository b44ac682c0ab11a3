import { ApiError } from '~/api/client'
import { useText } from '~/i18n/useText'
import { useErrorText } from '~/lib/useErrorText'
import { useBudgetErrorText, type BudgetErrorText } from './useBudgetErrorText'

/**
 * Returns a function that words a failed request for upgrades. The server names a part that it does not know by its id,
 * which says nothing to shoppers.
 */
export function useUpgradeErrorText(): (error: unknown) => BudgetErrorText {
  const { t } = useText()
  const errorText = useErrorText()
  const budgetErrorText = useBudgetErrorText()
  return (error) => {
    const refused = error instanceof ApiError && error.status >= 400 && error.status < 500 && error.status !== 429
    if (!refused) return { text: errorText(error, t('upgrade.failed')), canRetry: true }
    if (error.code !== 'INVALID_FIELDS') return budgetErrorText(error)
    return { text: t('parts' in error.fields ? 'upgrade.partsUnknown' : 'upgrade.refused'), canRetry: false }
  }
}
