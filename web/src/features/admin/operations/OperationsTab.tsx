import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useText } from '~/i18n/useText'
import { ErrorAlert } from '~/ui/ErrorAlert'
import { Spinner } from '~/ui/Spinner'
import styles from '../shared/Admin.module.css'
import { ClickOutsView } from './ClickOutsView'
import { JobsView } from './JobsView'
import { LearntValuesView } from './LearntValuesView'
import { openCountsQuery } from '../shared/openCounts'
import { operationsQuery, type Operations } from '../shared/operations'
import { HeldOffersView } from '../offers/HeldOffersView'
import { RejectedView } from '../offers/RejectedView'
import { RetailersView } from '../retailers/RetailersView'
import { StatCard, StatCards } from '../figures/StatCard'
import { useAdminErrorText } from '../shared/useAdminErrorText'
import { WaitingView } from '../offers/WaitingView'

const route = getRouteApi('/admin')
const views = ['shops', 'waiting', 'rejected', 'quarantine', 'learnt', 'jobs', 'clickOuts'] as const

/** State of the system: crawls, offers without a product, rejected offers, held prices, learnt values, jobs, ways out to shops, the index, the outbox. */
export function OperationsTab() {
  const { t } = useText()
  const errorText = useAdminErrorText()
  const search = route.useSearch()
  const view = views.find((one) => one === search.view) ?? 'shops'
  const { data, error, refetch } = useQuery(operationsQuery)
  return (
    <>
      {error && <ErrorAlert text={errorText(error, t('admin.operations.failed'))} onRetry={() => void refetch()} />}
      {(data || !error) && <State operations={data} />}
      <nav className={styles.views} aria-label={t('admin.operations.views')}>
        {views.map((one) => (
          <Link
            key={one}
            to="/admin"
            search={{ tab: 'operations', view: one === 'shops' ? undefined : one }}
            // Without `exact` the first view, which has no parameter of its own, would count as active on every view.
            activeOptions={{ exact: true }}
            aria-current={one === view ? 'page' : undefined}
          >
            <ViewName view={one} />
          </Link>
        ))}
      </nav>
      {view === 'shops' && !data && !error && <Spinner label={t('admin.loading')} />}
      {view === 'shops' && data && <RetailersView retailers={data.retailers} />}
      {view === 'waiting' && <WaitingView />}
      {view === 'rejected' && <RejectedView />}
      {view === 'quarantine' && <HeldOffersView />}
      {view === 'learnt' && <LearntValuesView />}
      {view === 'jobs' && <JobsView />}
      {view === 'clickOuts' && <ClickOutsView />}
    </>
  )
}

/** Counts of the same length as most real ones: they keep the room of those that are still loading. */
const usualCounts: Partial<Record<(typeof views)[number], string>> = {
  waiting: '000',
  rejected: '00',
  quarantine: '00',
}

/** A view's name, with the number of items there that wait for an administrator. */
function ViewName({ view }: { view: (typeof views)[number] }) {
  const { t, format } = useText()
  const { data } = useQuery(openCountsQuery)
  const counts: Partial<Record<(typeof views)[number], number>> = {
    shops: data?.failedCrawls,
    waiting: data?.waitingOffers,
    rejected: data?.rejectedOffers,
    quarantine: data?.heldPrices,
    jobs: data?.parkedJobs,
  }
  const name = t(`admin.operations.view.${view}`)
  const usual = usualCounts[view]
  if (data === undefined && usual !== undefined)
    return (
      <>
        {name}
        <span className={styles.loading} aria-hidden="true">{` (${usual})`}</span>
      </>
    )
  const count = counts[view] ?? 0
  return <>{count === 0 ? name : t('admin.operations.counted', { name, n: format.count(count) })}</>
}

/** Returns the reason why committed changes do not reach the index yet, where an open transaction holds them back. */
function useBlockedIndexNote(blocking: Operations['index']['blockedBy']) {
  const { t, format } = useText()
  if (blocking === null) return undefined
  const database = blocking.database ?? '?'
  if (blocking.prepared !== null) return t('admin.operations.blockedByPrepared', { name: blocking.prepared, database })
  const seconds = format.count(Math.round(blocking.seconds ?? 0))
  return t('admin.operations.blockedBy', {
    process: blocking.process ?? '?',
    application: blocking.application ?? '?',
    database,
    seconds,
  })
}

/** Values of the same length as most real ones: they keep the room of those that are still loading. */
const nothingYet: Pick<Operations, 'index' | 'jobs' | 'outbox'> = {
  index: { documents: 0, generation: 0, rebuilding: false, lagSeconds: null, bytes: 0, blockedBy: null },
  jobs: { queued: 0, running: 0, parked: 0 },
  outbox: { waiting: 0, failed: 0, oldestAt: null },
}

function State({ operations }: { operations: Operations | undefined }) {
  const { index, jobs, outbox } = operations ?? nothingYet
  const { t, format } = useText()
  const megabytes = `${format.decimal(Math.round(index.bytes / 10_000) / 100)} MB`
  const blockingNote = useBlockedIndexNote(index.blockedBy)
  const oldest =
    outbox.oldestAt === null ? [] : [t('admin.operations.outboxOldest', { ago: format.ago(outbox.oldestAt) })]
  return (
    <StatCards label={t('admin.operations.state')} loading={operations === undefined}>
      <StatCard
        name={t('admin.operations.documents')}
        value={format.count(index.documents)}
        note={
          index.rebuilding
            ? t('admin.operations.rebuilding')
            : t('admin.operations.generation', { n: format.count(index.generation) })
        }
      />
      <StatCard
        name={t('admin.operations.lag')}
        value={
          index.lagSeconds === null
            ? t('admin.operations.lagNone')
            : t('admin.operations.seconds', { n: format.decimal(index.lagSeconds) })
        }
        note={blockingNote}
      />
      <StatCard name={t('admin.operations.size')} value={megabytes} />
      <StatCard
        name={t('admin.operations.jobsQueued')}
        value={format.count(jobs.queued)}
        note={format.list([
          t('admin.operations.jobsRunning', { n: format.count(jobs.running) }),
          t('admin.operations.jobsParked', { n: format.count(jobs.parked) }),
        ])}
      />
      <StatCard
        name={t('admin.operations.outbox')}
        value={format.count(outbox.waiting)}
        note={format.list([t('admin.operations.outboxFailed', { n: format.count(outbox.failed) }), ...oldest])}
      />
    </StatCards>
  )
}
