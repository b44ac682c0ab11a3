import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import { useText } from '~/i18n/useText'
import { Button } from '~/ui/Button'
import { Empty } from '~/ui/Empty'
import { ErrorAlert } from '~/ui/ErrorAlert'
import { Pager } from '~/lib/pager/Pager'
import { Spinner } from '~/ui/Spinner'
import { BulkDecideDialog } from './BulkDecideDialog'
import { BulkUndo } from './BulkUndo'
import { FirstPageLink } from './FirstPageLink'
import styles from './Matches.module.css'
import {
  ages,
  confidenceRanges,
  assessments,
  matchesQuery,
  orders,
  MATCHES_PER_PAGE,
  statuses,
  type Match,
  type MatchFilter,
} from './matches'
import { groupMatches, pendingAround, flattenGroups } from './matchGroups'
import { MatchPair } from './MatchPair'
import { MatchQueue } from './MatchQueue'
import { MatchTools } from './MatchTools'
import { NoteDialog } from './NoteDialog'
import { useDecisions, type UndoableDecision } from './useDecisions'
import { useAdminErrorText } from './useAdminErrorText'
import { useQueueKeys } from './useQueueKeys'
import { useTickedMatches } from './useTickedMatches'

const route = getRouteApi('/admin')

/** The review queue: is the candidate (an offer of a retailer) the same thing as the reference (a product)? */
export function MatchesTab() {
  const { t } = useText()
  const errorText = useAdminErrorText()
  const search = route.useSearch()
  const filter: MatchFilter = {
    status: [...statuses, 'ALL' as const].find((one) => one === search.status) ?? 'PENDING',
    assessment: assessments.find((one) => one === search.decision) ?? 'ALL',
    // `worth`: by review priority.
    sort: orders.find((one) => one === search.sort) ?? 'worth',
    page: search.page ?? 1,
    retailer: search.retailer,
    category: search.category,
    confidence: confidenceRanges.find((one) => one === search.confidence),
    flagged: search.flagged === 'true' || search.flagged === 'false' ? search.flagged : undefined,
    age: ages.find((one) => one === search.age),
    q: search.q,
  }
  const { data, error, refetch, isFetching } = useQuery(matchesQuery(filter))
  const decisionActions = useDecisions(filter)
  // The dialog is rendered outside the queue, which disappears with its last match: the outcome must stay visible then.
  const [bulkMatches, setBulkMatches] = useState<Match[] | null>(null)
  return (
    <>
      <MatchTools
        filter={filter}
        confidentCount={data?.confidentCount}
        refreshing={isFetching}
        onRefresh={() => void refetch()}
      />
      <BulkUndo />
      {decisionActions.errorMessage !== null && <ErrorAlert text={decisionActions.errorMessage} />}
      {error && <ErrorAlert text={errorText(error, t('admin.match.failed'))} onRetry={() => void refetch()} />}
      {!data && !error && <Spinner label={t('admin.loading')} />}
      {data && data.matches.length === 0 && <NoMatches isPastEnd={data.total > 0} />}
      {data && data.matches.length > 0 && (
        <MatchReview
          matches={data.matches}
          total={data.total}
          filter={filter}
          decisionActions={decisionActions}
          onBulkDecide={setBulkMatches}
        />
      )}
      {data && <Pager page={filter.page} pages={Math.ceil(data.total / MATCHES_PER_PAGE)} />}
      <UndoBar
        lastDecision={decisionActions.recent[0]}
        onUndo={(one) => decisionActions.undo.mutate(one)}
        busy={decisionActions.undo.isPending}
      />
      {bulkMatches && <BulkDecideDialog filter={filter} matches={bulkMatches} onClose={() => setBulkMatches(null)} />}
    </>
  )
}

function NoMatches({ isPastEnd }: { isPastEnd: boolean }) {
  const { t } = useText()
  if (!isPastEnd) return <Empty title={t('admin.match.emptyTitle')} text={t('admin.match.emptyText')} />
  return (
    <Empty title={t('admin.match.emptyTitle')} text={t('admin.match.pastEnd')}>
      <FirstPageLink />
    </Empty>
  )
}

type MatchReviewProps = {
  matches: Match[]
  total: number
  filter: MatchFilter
  decisionActions: ReturnType<typeof useDecisions>
  onBulkDecide: (ticked: Match[]) => void
}

function MatchReview({ matches, total, filter, decisionActions, onBulkDecide }: MatchReviewProps) {
  // The first of these that the page has is selected: a decision may also remove the next matches from the page.
  const [selectedIds, setSelectedIds] = useState<string[]>([])
  const setSelectedId = (id: string) => setSelectedIds([id])
  const [flagging, setFlagging] = useState<Match | null>(null)
  const [reopening, setReopening] = useState<Match | null>(null)
  const groups = groupMatches(matches)
  const visible = flattenGroups(groups)
  const match =
    selectedIds.map((selected) => visible.find(({ id }) => id === selected)).find((one) => one !== undefined) ??
    visible.find(({ status }) => status === 'PENDING') ??
    visible[0]
  const decide = (status: UndoableDecision['status']) => {
    if (match?.status !== 'PENDING' || decisionActions.decide.isPending) return
    const next = pendingAround(visible, match.id).map(({ id }) => id)
    decisionActions.decide.mutate({ match, status }, { onSuccess: () => setSelectedIds(next) })
  }
  const flag = () => match?.status === 'PENDING' && setFlagging(match)
  const move = (by: number) => {
    const to = neighbour(visible, match, by)
    if (to) setSelectedId(to.id)
  }
  const ticks = useTickedMatches(visible)
  const tick = () => match?.status === 'PENDING' && ticks.toggle(match.id)
  useQueueKeys({ KeyA: () => decide('APPROVED'), KeyN: () => decide('REJECTED'), KeyF: flag, KeyX: tick, move })
  if (!match) return null
  return (
    <div className={styles.review}>
      <MatchQueue
        groups={groups}
        selectedId={match.id}
        ticks={ticks}
        onSelect={setSelectedId}
        onBulkDecide={() => onBulkDecide(ticks.ticked)}
      />
      <MatchPair
        key={match.id}
        match={match}
        position={{ n: (filter.page - 1) * MATCHES_PER_PAGE + visible.indexOf(match) + 1, all: total }}
        busy={decisionActions.decide.isPending}
        onApprove={() => decide('APPROVED')}
        onReject={() => decide('REJECTED')}
        onFlag={flag}
        onReopen={() => setReopening(match)}
      />
      {reopening && (
        <NoteDialog match={reopening} isReopening action={decisionActions.reopen} onClose={() => setReopening(null)} />
      )}
      {flagging && <NoteDialog match={flagging} action={decisionActions.flag} onClose={() => setFlagging(null)} />}
    </div>
  )
}

/** Returns the match so many positions after another; the first or the last beyond the ends. */
function neighbour(visible: Match[], match: Match | undefined, by: number): Match | undefined {
  const at = visible.findIndex(({ id }) => id === match?.id)
  return visible[Math.min(Math.max(at + by, 0), visible.length - 1)]
}

/** The last decision, with an undo button. */
function UndoBar({
  lastDecision,
  onUndo,
  busy,
}: {
  lastDecision: UndoableDecision | undefined
  onUndo: (one: UndoableDecision) => void
  busy: boolean
}) {
  const { t } = useText()
  return (
    <div role="status" className={lastDecision ? styles.undo : 'sr'}>
      {lastDecision && (
        <>
          <span>
            {t(lastDecision.status === 'APPROVED' ? 'admin.match.approved' : 'admin.match.rejected', {
              name: lastDecision.match.candidateProduct.name,
            })}
          </span>
          <Button small disabled={busy} onClick={() => onUndo(lastDecision)}>
            {t('admin.match.undo')}
          </Button>
        </>
      )}
    </div>
  )
}
