import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import { useText } from '~/i18n/useText'
import { Empty } from '~/ui/Empty'
import { ErrorAlert } from '~/ui/ErrorAlert'
import { Pager } from '~/lib/pager/Pager'
import { Spinner } from '~/ui/Spinner'
import { BulkDecideDialog } from './BulkDecideDialog'
import { BulkUndo } from './BulkUndo'
import { FirstPageLink } from '../table/FirstPageLink'
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
} from '../matches/matches'
import { MatchReview } from './MatchReview'
import { MatchTools } from './MatchTools'
import { UndoBar } from './UndoBar'
import { useDecisions } from './useDecisions'
import { useAdminErrorText } from '../shared/useAdminErrorText'
import { useQueueKeys } from './useQueueKeys'
import { useSelection } from './useSelection'

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
  const { data, error, refetch, isFetching, isPlaceholderData } = useQuery(matchesQuery(filter))
  const selection = useSelection(filter)
  const decisionActions = useDecisions(filter, selection.show)
  useQueueKeys({ KeyU: decisionActions.undo })
  // The dialog is rendered outside the queue, which disappears with its last match: the outcome must stay visible then.
  const [bulkMatches, setBulkMatches] = useState<Match[] | null>(null)
  // A link may lead to a match that the filter hides.
  const isEmpty = data?.matches.length === 0 && selection.linkedId === undefined
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
      {data && isEmpty && <NoMatches isPastEnd={data.total > 0} />}
      {data && !isEmpty && (
        <MatchReview
          matches={data.matches}
          total={data.total}
          filter={filter}
          isStale={isPlaceholderData}
          selection={selection}
          decisionActions={decisionActions}
          onBulkDecide={setBulkMatches}
        />
      )}
      {data && <Pager page={filter.page} pages={Math.ceil(data.total / MATCHES_PER_PAGE)} leaving="match" />}
      <UndoBar
        lastDecision={decisionActions.recent[0]}
        onUndo={decisionActions.undo}
        busy={decisionActions.isUndoing}
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
