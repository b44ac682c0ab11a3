import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useText } from '~/i18n/useText'
import { Empty } from '~/ui/Empty'
import { Spinner } from '~/ui/Spinner'
import { flattenGroups, groupMatches, pendingAround } from './matchGroups'
import { MatchPair } from '../matches/MatchPair'
import { MatchQueue } from './MatchQueue'
import styles from '../matches/Matches.module.css'
import { linkedMatchQuery, MATCHES_PER_PAGE, type Match, type MatchFilter } from '../matches/matches'
import { NoteDialog } from './NoteDialog'
import type { useDecisions, UndoableDecision } from './useDecisions'
import { useQueueKeys } from './useQueueKeys'
import type { Selection } from './useSelection'
import { useTickedMatches } from './useTickedMatches'

type MatchReviewProps = {
  matches: Match[]
  total: number
  filter: MatchFilter
  /** Whether the matches are still those of the page before, on which nothing is decided any more. */
  isStale: boolean
  selection: Selection
  decisionActions: ReturnType<typeof useDecisions>
  onBulkDecide: (ticked: Match[]) => void
}

/** A page of the queue, and the match of it that is decided next. */
export function MatchReview(props: MatchReviewProps) {
  const { matches, total, filter, isStale, selection, decisionActions, onBulkDecide } = props
  const { t } = useText()
  const [flagging, setFlagging] = useState<Match | null>(null)
  const [reopening, setReopening] = useState<Match | null>(null)
  const groups = groupMatches(matches.filter(({ id }) => !decisionActions.sendingIds.has(id)))
  const visible = flattenGroups(groups)
  const { match, isMissing, isLoading } = useSelectedMatch(visible, isStale, selection)
  const decide = (status: UndoableDecision['status']) => {
    if (isStale || match?.status !== 'PENDING') return
    decisionActions.decide(match, status)
    selection.select(...pendingAround(visible, match.id).map(({ id }) => id))
  }
  const flag = () => !isStale && match?.status === 'PENDING' && setFlagging(match)
  const move = moveFrom(visible, match, props)
  const ticks = useTickedMatches(visible)
  const tick = () => !isStale && match?.status === 'PENDING' && ticks.toggle(match.id)
  useQueueKeys({ KeyA: () => decide('APPROVED'), KeyN: () => decide('REJECTED'), KeyF: flag, KeyX: tick, move })
  const isWaiting = isLoading || decisionActions.sendingIds.size > 0
  if (!match) return isWaiting ? <Spinner label={t('admin.loading')} /> : <Empty title={t('admin.match.emptyTitle')} />
  const at = visible.indexOf(match)
  return (
    <div className={styles.review} aria-busy={isStale}>
      {isMissing && <p className={styles.missing}>{t('admin.match.notHere')}</p>}
      <MatchQueue
        groups={groups}
        selectedId={match.id}
        ticks={ticks}
        onSelect={(id) => selection.select(id)}
        onBulkDecide={() => onBulkDecide(ticks.ticked)}
      />
      <MatchPair
        key={match.id}
        match={match}
        position={at < 0 ? null : { n: (filter.page - 1) * MATCHES_PER_PAGE + at + 1, all: total }}
        busy={isStale}
        onApprove={() => decide('APPROVED')}
        onReject={() => decide('REJECTED')}
        onFlag={flag}
        onReopen={() => setReopening(match)}
      />
      {reopening && (
        <NoteDialog match={reopening} isReopening action={decisionActions.reopen} onClose={() => setReopening(null)} />
      )}
      {flagging && (
        <NoteDialog
          match={flagging}
          action={decisionActions.flag}
          // A flagged match may leave the page; it stays in view with its note.
          onDone={() => selection.show(flagging.id)}
          onClose={() => setFlagging(null)}
        />
      )}
    </div>
  )
}

/**
 * Returns the selected match: of the page, or the one that the address links to; by default the first that is pending.
 * None while the linked one is loading, so that no key decides about another.
 */
function useSelectedMatch(visible: Match[], isStale: boolean, { ids, linkedId, isFromBelow }: Selection) {
  const onPage = ids.map((wanted) => visible.find(({ id }) => id === wanted)).find((one) => one !== undefined)
  const isElsewhere = !isStale && onPage === undefined && linkedId !== undefined
  const linked = useQuery({ ...linkedMatchQuery(linkedId ?? ''), enabled: isElsewhere })
  if (isElsewhere && linked.isLoading) return { match: undefined, isMissing: false, isLoading: true }
  const match =
    (isElsewhere ? linked.data : onPage) ??
    (isFromBelow ? visible.at(-1) : undefined) ??
    visible.find(({ status }) => status === 'PENDING') ??
    visible[0]
  return { match, isMissing: isElsewhere && !linked.data, isLoading: false }
}

/** Returns a function that selects the match so many positions after the selected one, on the next page if need be. */
function moveFrom(visible: Match[], match: Match | undefined, props: MatchReviewProps): (by: number) => void {
  const { total, filter, isStale, selection, decisionActions } = props
  return (by) => {
    if (isStale || !match) return
    const at = visible.indexOf(match)
    const to = at < 0 ? visible[0] : visible[at + by]
    const before = (filter.page - 1) * MATCHES_PER_PAGE
    const hasMore = total > before + visible.length
    if (to) selection.select(to.id)
    else if (by < 0 && filter.page > 1) selection.goTo(filter.page - 1, true)
    // Decisions have shortened the page: the next matches of the queue belong to it now.
    else if (by > 0 && hasMore && visible.length < MATCHES_PER_PAGE) void decisionActions.refresh()
    else if (by > 0 && hasMore) selection.goTo(filter.page + 1, false)
  }
}
