import { useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { ApiError } from '~/api/client'
import { useText } from '~/i18n/useText'
import { countPress } from '~/lib/presses'
import { useToasts } from '~/lib/toasts'
import { useStableCallback } from '~/lib/useStableCallback'
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
} from '../matches/matches'
import { useAdminErrorText } from '../shared/useAdminErrorText'
import { useSubmit } from '~/lib/useSubmit'

/** Time for which the page offers to undo a decision, in milliseconds. The server accepts an undo for a minute. */
const UNDO_TIME = 30_000

/** A decision that the page offers to undo until a time, in ms. */
export type UndoableDecision = { match: Match; status: 'APPROVED' | 'REJECTED'; until: number }

type Page = { matches: Match[]; total: number; confidentCount: number }

/** Whether the match was decided by somebody else, or is gone. */
const isGone = (error: Error): boolean => error instanceof ApiError && [404, 409].includes(error.status)

/**
 * Returns the actions that decide on matches of a page of the queue, and undo the last decisions. Decisions and their
 * undo are sent one after another, so that a fast second key waits for the first. `onReturn` gets the match to show
 * again after an undo or a failure.
 */
export function useDecisions(filter: MatchFilter, onReturn: (matchId: string) => void) {
  const { t } = useText()
  const errorText = useAdminErrorText()
  const queryClient = useQueryClient()
  const showToast = useToasts((state) => state.show)
  const [errorMessage, setErrorMessage] = useState<string | null>(null)
  const { recent, newest, add, drop } = useRecentDecisions()
  const { send, sendingIds, isUndoing } = useLine()
  const returnTo = useReturn(onReturn)
  const refresh = () => queryClient.invalidateQueries(allMatchQueries)
  const handleError = (fallback: string) => (error: Error) => {
    setErrorMessage(errorText(error, fallback))
    // Another administrator has decided on the match, or the match is gone: the shown list is stale.
    if (isGone(error)) void refresh()
  }
  const decide = (match: Match, status: UndoableDecision['status']) => {
    countPress()
    send(match.id, async () => {
      setErrorMessage(null)
      try {
        await (status === 'APPROVED' ? approveMatch(match.id) : rejectMatch(match.id))
      } catch (error) {
        const failure = toError(error)
        handleError(t(status === 'APPROVED' ? 'admin.match.approveFailed' : 'admin.match.rejectFailed'))(failure)
        if (!isGone(failure)) returnTo(match.id)
        return
      }
      add({ match, status, until: Date.now() + UNDO_TIME })
      // A list that was requested before the decision would bring the match back: it is requested again.
      const isOlderRequested = queryClient.isFetching(allMatchQueries) > 0
      if (applyDecisionToPage(queryClient, match, status, filter) === 0 || isOlderRequested) await refresh()
    })
  }
  /** Undoes the last decision, also one that is still being sent. */
  const undo = () => {
    countPress()
    send(null, async () => {
      const last = newest()
      if (last === undefined) return
      setErrorMessage(null)
      try {
        await undoMatch(last.match.id)
      } catch (error) {
        const failure = toError(error)
        // After any other failure the undo can be tried again.
        if (isGone(failure)) drop(last.match.id)
        handleError(t('admin.match.undoFailed'))(failure)
        return
      }
      drop(last.match.id)
      await refresh()
      returnTo(last.match.id)
      showToast(t('admin.match.undone'))
    })
  }
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
  return { decide, undo, flag, reopen, recent, sendingIds, isUndoing, errorMessage, refresh }
}

const toError = (error: unknown): Error => (error instanceof Error ? error : new Error(String(error)))

/** Sends one request after another, in the order of the presses. None of them may fail. */
function useLine() {
  const last = useRef(Promise.resolve())
  const [waiting, setWaiting] = useState<{ matchId: string | null }[]>([])
  const send = (matchId: string | null, request: () => Promise<void>) => {
    const one = { matchId }
    setWaiting((all) => [...all, one])
    last.current = last.current.then(request).finally(() => setWaiting((all) => all.filter((other) => other !== one)))
  }
  return {
    send,
    /** The matches whose decisions are being sent or wait for it. */
    sendingIds: new Set(waiting.map(({ matchId }) => matchId)) as ReadonlySet<string | null>,
    isUndoing: waiting.some(({ matchId }) => matchId === null),
  }
}

/** Returns a function that calls `onReturn` as it is at the next render, unless the page is gone by then. */
function useReturn(onReturn: (matchId: string) => void): (matchId: string) => void {
  const [target, setTarget] = useState<{ matchId: string } | null>(null)
  const show = useStableCallback(onReturn)
  useEffect(() => {
    if (target) show(target.matchId)
  }, [target, show])
  return (matchId) => setTarget({ matchId })
}

/** Holds the decisions that the page offers to undo, newest first; each is removed when its time is over. */
function useRecentDecisions() {
  const [recent, setRecent] = useState<UndoableDecision[]>([])
  // What a request that has waited reads: the decisions before it are in no render yet.
  const all = useRef(recent)
  const change = (next: UndoableDecision[]) => {
    all.current = next
    setRecent(next)
  }
  const dropOld = useStableCallback(() => change(all.current.filter(({ until }) => until > Date.now())))
  const soonest = recent.at(-1)?.until
  useEffect(() => {
    if (soonest === undefined) return
    const timer = setTimeout(dropOld, Math.max(soonest - Date.now(), 0) + 1)
    return () => clearTimeout(timer)
  }, [soonest, dropOld])
  return {
    recent,
    newest: () => all.current[0],
    add: (one: UndoableDecision) => change([one, ...all.current]),
    drop: (id: string) => change(all.current.filter(({ match }) => match.id !== id)),
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
