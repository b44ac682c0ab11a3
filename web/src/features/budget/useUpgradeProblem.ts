import { ApiError } from '~/api/client'
import { useText } from '~/i18n/useText'
import { useProblem } from '~/lib/useProblem'
import { useBudgetProblem } from './useBudgetProblem'

/**
 * Returns a function that words a failed request for upgrades. The server names a part that it does not know by its id,
 * which says nothing to shoppers.
 */
export function useUpgradeProblem(): (error: unknown) => { text: string; canRetry: boolean } {
  const { t } = useText()
  const problem = useProblem()
  const budgetProblem = useBudgetProblem()
  return (error) => {
    const refused = error instanceof ApiError && error.status >= 400 && error.status < 500 && error.status !== 429
    if (!refused) return { text: problem(error, t('upgrade.failed')), canRetry: true }
    if (error.code !== 'INVALID_FIELDS') return budgetProblem(error)
    return { text: t('parts' in error.fields ? 'upgrade.partsUnknown' : 'upgrade.refused'), canRetry: false }
  }
}
