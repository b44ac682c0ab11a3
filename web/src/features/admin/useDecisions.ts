import { useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { ApiError } from '~/api/client'
import { useText } from '~/i18n/useText'
import { useToasts } from '~/lib/toasts'
import {
  allMatchQueries,
  approveMatch,
  flagMatch,
  matchesQuery,
  rejectMatch,
  reopenMatch,
  MIN_BULK_CONFIDENCE,
  undoMatch,
  type Match,
  type MatchFilter,
} from './matches'
import { useAdminErrorText } from './useAdminErrorText'
import { useSubmit } from '~/lib/useSubmit'

/** Time for which the page offers to undo a decision, in milliseconds. The server accepts an undo for 30 seconds. */
const UNDO_TIME = 10_000

/** A decision that the page offers to undo until a time, in ms. */
export type UndoableDecision = { match: Match; status: 'APPROVED' | 'REJECTED'; until: number }

type Page = { matches: Match[]; total: number; confidentCount: number }

/** Returns the actions that decide on matches of a page of the queue, and undo the last decisions. */
export function useDecisions(filter: MatchFilter) {
  const { t } = useText()
  const errorText = useAdminErrorText()
  const queryClient = useQueryClient()
  const showToast = useToasts((state) => state.show)
  const [errorMessage, setErrorMessage] = useState<string | null>(null)
  const { recent, add, drop } = useRecentDecisions()
  const refresh = () => queryClient.invalidateQueries(allMatchQueries)
  const handleError = (fallback: string) => (error: Error) => {
    setErrorMessage(errorText(error, fallback))
    // Another administrator has decided on the match, or the match is gone: the shown list is stale.
    if (error instanceof ApiError && [404, 409].includes(error.status)) void refresh()
  }
  const decide = useSubmit({
    mutationFn: ({ match, status }: Omit<UndoableDecision, 'until'>) =>
      status === 'APPROVED' ? approveMatch(match.id) : rejectMatch(match.id),
    onMutate: () => setErrorMessage(null),
    onSuccess: (_, { match, status }) => {
      add({ match, status, until: Date.now() + UNDO_TIME })
      // A list that was requested before the decision would bring the match back: it is requested again.
      const isOlderRequested = queryClient.isFetching(allMatchQueries) > 0
      if (applyDecisionToPage(queryClient, match, status, filter) === 0 || isOlderRequested) void refresh()
    },
    onError: (error, { status }) =>
      handleError(t(status === 'APPROVED' ? 'admin.match.approveFailed' : 'admin.match.rejectFailed'))(error),
  })
  const flag = useSubmit({
    mutationFn: ({ id, note }: { id: string; note: string }) => flagMatch(id, note),
    onMutate: () => setErrorMessage(null),
    onSuccess: async () => {
      await refresh()
      showToast(t('admin.match.flagged'))
    },
    onError: handleError(t('admin.match.flagFailed')),
  })
  const reopen = useSubmit({
    mutationFn: ({ id, note }: { id: string; note: string }) => reopenMatch(id, note),
    onMutate: () => setErrorMessage(null),
    onSuccess: async (_, { id }) => {
      drop(id)
      await refresh()
      showToast(t('admin.match.undone'))
    },
    onError: handleError(t('admin.match.reopenFailed')),
  })
  const undo = useSubmit({
    mutationFn: ({ match }: UndoableDecision) => undoMatch(match.id),
    onMutate: () => setErrorMessage(null),
    onSuccess: async (_, { match }) => {
      drop(match.id)
      await refresh()
      showToast(t('admin.match.undone'))
    },
    onError: (error, { match }) => {
      // After any other failure the undo can be tried again.
      if (error instanceof ApiError && [404, 409].includes(error.status)) drop(match.id)
      handleError(t('admin.match.undoFailed'))(error)
    },
  })
  return { decide, flag, reopen, undo, recent, errorMessage, refresh }
}

/** Holds the decisions that the page offers to undo, newest first; each is removed when its time is over. */
function useRecentDecisions() {
  const [recent, setRecent] = useState<UndoableDecision[]>([])
  const soonest = recent.at(-1)?.until
  useEffect(() => {
    if (soonest === undefined) return
    const timer = setTimeout(
      () => setRecent((all) => all.filter(({ until }) => until > Date.now())),
      Math.max(soonest - Date.now(), 0) + 1,
    )
    return () => clearTimeout(timer)
  }, [soonest])
  return {
    recent,
    add: (one: UndoableDecision) => setRecent((all) => [one, ...all]),
    drop: (id: string) => setRecent((all) => all.filter(({ match }) => match.id !== id)),
  }
}

/** Applies a decision to the shown page; returns the number of matches that remain on it. */
function applyDecisionToPage(
  queryClient: QueryClient,
  match: Match,
  status: UndoableDecision['status'],
  filter: MatchFilter,
): number | undefined {
  void queryClient.cancelQueries(allMatchQueries)
  const page = queryClient.setQueryData(
    matchesQuery(filter).queryKey,
    (before) => before && withDecision(before, match, status, filter),
  )
  return page?.matches.length
}

/**
 * Returns the page as it is after a decision, until the server's next response:
 *
 * 1. The decided match has its new status. It is removed if the filter hides that status or assessment.
 * 2. An approval also closes the other pending matches of the same offer, so they are removed. If the offer has a
 *    product, the pending matches of all offers of that product are removed too: such a product is provisional, and
 *    the approval merges it.
 * 3. Either decides the pending matches of the same two products the other way round too.
 */
function withDecision<P extends Page>(
  page: P,
  decided: Match,
  status: UndoableDecision['status'],
  filter: MatchFilter,
): P {
  // The wire's `candidateProduct` is a retailer's offer.
  const { candidateProduct: decidedOffer, referenceProduct: decidedProduct } = decided
  const isOfDecidedOffer = ({ candidateProduct: offer }: Match) =>
    offer.id === decidedOffer.id || (decidedOffer.productId !== null && offer.productId === decidedOffer.productId)
  const isReverse = ({ candidateProduct: offer, referenceProduct: product }: Match) =>
    decidedOffer.productId !== null &&
    decidedProduct.productId !== null &&
    offer.productId === decidedProduct.productId &&
    product.productId === decidedOffer.productId
  const isClosedByDecision = (one: Match) =>
    one.id !== decided.id &&
    one.status === 'PENDING' &&
    (isReverse(one) || (status === 'APPROVED' && isOfDecidedOffer(one)))
  const assessment = status === 'APPROVED' ? 'MATCH' : 'NO_MATCH'
  const passesFilter =
    (filter.status === 'ALL' || filter.status === status) &&
    (filter.assessment === 'ALL' || filter.assessment === assessment)
  const removed = page.matches.filter((one) => isClosedByDecision(one) || (one.id === decided.id && !passesFilter))
  const matches = page.matches
    .filter((one) => !removed.includes(one))
    .map((one) => (one.id === decided.id ? { ...one, status, decision: assessment } : one))
  const decidedConfident = page.matches.filter(
    (one) => (isClosedByDecision(one) || one.id === decided.id) && one.confidence >= MIN_BULK_CONFIDENCE,
  ).length
  return {
    ...page,
    matches,
    total: page.total - removed.length,
    confidentCount: page.confidentCount - decidedConfident,
  }
}
