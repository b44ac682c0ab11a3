import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useText } from '~/i18n/useText'
import { parseCategory } from '~/lib/categories'
import { useToasts } from '~/lib/toasts'
import { useSubmit } from '~/lib/useSubmit'
import { Button } from '~/ui/Button'
import { AssignDialog } from './AssignDialog'
import { MESSAGE_TIME } from '../shared/messageTime'
import { assignListings, listingId, unassignListings } from './offerDecisions'
import { openCountsQuery } from '../shared/openCounts'
import { allOperationsQueries, type RejectedOffer } from '../shared/operations'
import { useAdminErrorText, useFailureText } from '../shared/useAdminErrorText'
import { toListing } from './useDismiss'
import { useUndoableDecision } from './useUndoableDecision'

/** What a rejected item is called: its title, or the shop's id of it. */
export const nameOf = ({ name, externalId }: RejectedOffer): string => name ?? externalId

type AssignRejectedProps = { offers: RejectedOffer[]; onDone?: () => void; onClose: () => void }

/** Asks what rejected items are. The server keeps the answer until a crawl can read them. */
export function AssignRejected({ offers, onDone, onClose }: AssignRejectedProps) {
  const { t, format } = useText()
  const report = useUndoableDecision()
  // The items at the time the dialog opened: the list behind it is reloaded meanwhile.
  const [chosen] = useState(offers)
  const listingsOf = (ids: string[]) => {
    const wanted = new Set(ids)
    return chosen.map(toListing).filter((listing) => wanted.has(listingId(listing)))
  }
  return (
    <AssignDialog
      title={t('admin.operations.assignTitle')}
      note={t('admin.operations.assignListingsNote')}
      offers={chosen.map((offer) => ({ id: listingId(offer), name: nameOf(offer), category: offer.category }))}
      send={(ids, assignment) => assignListings(listingsOf(ids), assignment)}
      onDone={(ids) => {
        onDone?.()
        report(t('admin.operations.assignedListings', { n: format.count(ids.length) }), () =>
          unassignListings(listingsOf(ids)),
        )
      }}
      onClose={onClose}
    />
  )
}

/** Asks what one rejected item is. */
export function AssignOneRejected({ offer }: { offer: RejectedOffer }) {
  const { t } = useText()
  const [isAssigning, setIsAssigning] = useState(false)
  return (
    <>
      <Button
        small
        aria-label={t('admin.operations.assignOf', { name: nameOf(offer) })}
        onClick={() => setIsAssigning(true)}
      >
        {t('admin.operations.assign')}
      </Button>
      {isAssigning && <AssignRejected offers={[offer]} onClose={() => setIsAssigning(false)} />}
    </>
  )
}

/** Takes back what was said about rejected items. */
export function useUnassign(onDone?: () => void) {
  const { t, format } = useText()
  const errorText = useAdminErrorText()
  const failureText = useFailureText()
  const showToast = useToasts((state) => state.show)
  const queryClient = useQueryClient()
  return useSubmit({
    mutationFn: (offers: RejectedOffer[]) => unassignListings(offers.map(toListing)),
    onSuccess: ({ doneCount, failed: [refused] }) => {
      onDone?.()
      const done = t('admin.operations.takenBack', { n: format.count(doneCount) })
      showToast(refused ? failureText(refused) : done, MESSAGE_TIME)
    },
    onError: (error) => showToast(errorText(error, t('admin.match.undoFailed')), MESSAGE_TIME),
    onSettled: () =>
      Promise.all([
        queryClient.invalidateQueries(allOperationsQueries),
        queryClient.invalidateQueries(openCountsQuery),
      ]),
  })
}

/** What was said about a rejected item. */
export function AssignedAs({ offer: { category, manufacturer, canonicalId } }: { offer: RejectedOffer }) {
  const { t, format } = useText()
  const known = parseCategory(category ?? '')
  const what = [
    known && t(known === 'OTHER' ? 'admin.operations.assignKindOf.notPart' : `category.${known}.one`),
    manufacturer,
    canonicalId !== null && t('admin.operations.assignKindOf.product'),
  ].filter((text) => typeof text === 'string')
  return <bdi dir="auto">{format.list(what)}</bdi>
}
