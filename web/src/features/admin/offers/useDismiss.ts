import { useText } from '~/i18n/useText'
import { useToasts } from '~/lib/toasts'
import { useSubmit } from '~/lib/useSubmit'
import { MESSAGE_TIME } from '../shared/messageTime'
import { dismissListings, restoreListings, type Listing } from './offerDecisions'
import { listAll, listRejected, type RejectedFilter, type RejectedOffer } from '../shared/operations'
import { useAdminErrorText, useFailureText } from '../shared/useAdminErrorText'
import { useUndoableDecision } from './useUndoableDecision'

export const toListing = ({ retailerSlug, externalId }: RejectedOffer): Listing => ({ retailerSlug, externalId })

/**
 * Dismisses items, those given or all of a filter, or lists dismissed ones again; either can be taken back by the other.
 */
export function useDismiss(isDismissed: boolean, onDone?: () => void) {
  const { t, format } = useText()
  const errorText = useAdminErrorText()
  const failureText = useFailureText()
  const showToast = useToasts((state) => state.show)
  const report = useUndoableDecision()
  const [send, undo] = isDismissed ? [restoreListings, dismissListings] : [dismissListings, restoreListings]
  return useSubmit({
    mutationFn: async (chosen: Listing[] | RejectedFilter) => {
      const listings = Array.isArray(chosen) ? chosen : await listListings(chosen)
      return { ...(await send(listings)), listings }
    },
    onSuccess: ({ doneCount, failed: [refused], listings }) => {
      onDone?.()
      if (refused) showToast(failureText(refused), MESSAGE_TIME)
      else
        report(
          t(isDismissed ? 'admin.operations.restored' : 'admin.operations.dismissed', { n: format.count(doneCount) }),
          () => undo(listings),
        )
    },
    onError: (error) => showToast(errorText(error, t('admin.operations.dismissFailed')), MESSAGE_TIME),
  })
}

/** Returns all rejected items of a filter. */
async function listListings(filter: RejectedFilter): Promise<Listing[]> {
  const all = await listAll(async (page, limit) => {
    const { offers, total } = await listRejected(filter, page, limit)
    return { rows: offers, total }
  })
  return all.map(toListing)
}
