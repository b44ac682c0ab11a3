import { useQueryClient } from '@tanstack/react-query'
import { useText } from '~/i18n/useText'
import { useToasts } from '~/lib/toasts'
import { MESSAGE_TIME } from '../shared/messageTime'
import { openCountsQuery } from '../shared/openCounts'
import { allOperationsQueries, type BatchResult } from '../shared/operations'
import { useAdminErrorText, useFailureText } from '../shared/useAdminErrorText'

/** Time for which the page offers to undo, in milliseconds. The server accepts it for longer. */
const UNDO_TIME = 30_000

/**
 * Returns a function that reports a decision about several items, and offers to take it back by `undo`. It works also when
 * the component that decided is gone.
 */
export function useUndoableDecision() {
  const { t, format } = useText()
  const errorText = useAdminErrorText()
  const failureText = useFailureText()
  const queryClient = useQueryClient()
  const showToast = useToasts((state) => state.show)
  const refresh = () =>
    Promise.all([queryClient.invalidateQueries(allOperationsQueries), queryClient.invalidateQueries(openCountsQuery)])
  const takeBack = async (undo: () => Promise<BatchResult>) => {
    try {
      const { doneCount, failed } = await undo()
      const [refused] = failed
      showToast(
        refused ? failureText(refused) : t('admin.operations.takenBack', { n: format.count(doneCount) }),
        MESSAGE_TIME,
      )
    } catch (error) {
      showToast(errorText(error instanceof Error ? error : new Error(String(error)), t('admin.match.undoFailed')))
    }
    await refresh()
  }
  return (message: string, undo: () => Promise<BatchResult>) => {
    showToast(message, UNDO_TIME, { label: t('admin.match.undo'), act: () => void takeBack(undo) })
    void refresh()
  }
}
