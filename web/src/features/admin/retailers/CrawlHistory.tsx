import { useQuery } from '@tanstack/react-query'
import { createColumnHelper, useTable } from '@tanstack/react-table'
import { useText } from '~/i18n/useText'
import { IconButton } from '~/ui/Button'
import { Empty } from '~/ui/Empty'
import { ErrorAlert } from '~/ui/ErrorAlert'
import { Spinner } from '~/ui/Spinner'
import { adminFeatures, type AdminFeatures } from '../table/adminTable'
import { CountCell } from '../table/CountCell'
import { CountTrend } from './CountTrend'
import styles from './CrawlHistory.module.css'
import { CrawlOutcome } from './CrawlOutcome'
import { DataTable } from '../table/DataTable'
import { crawlsQuery, type CrawlReport } from './retailerCrawls'
import { Timestamp } from '../table/Timestamp'
import { useAdminErrorText } from '../shared/useAdminErrorText'

const none: CrawlReport[] = []

const column = createColumnHelper<AdminFeatures, CrawlReport>()
const columns = column.columns([
  column.display({
    id: 'started',
    meta: { label: 'admin.operations.started', unnamed: true },
    cell: ({ row }) => <Timestamp at={row.original.startedAt} />,
  }),
  column.display({
    id: 'state',
    meta: { label: 'admin.operations.jobStateHead' },
    cell: ({ row }) => <CrawlOutcome crawl={row.original} />,
  }),
  column.display({
    id: 'offers',
    meta: { label: 'admin.operations.offers', amount: true },
    cell: ({ row }) => <CountCell value={row.original.offers} />,
  }),
  column.display({
    id: 'changes',
    meta: { label: 'admin.operations.changes', amount: true },
    cell: ({ row }) => <CountCell value={row.original.changes} />,
  }),
  column.display({
    id: 'held',
    meta: { label: 'admin.operations.held', amount: true },
    cell: ({ row }) => <CountCell value={row.original.held} />,
  }),
  column.display({
    id: 'errors',
    meta: { label: 'admin.operations.errors', amount: true },
    cell: ({ row }) => <CountCell value={row.original.errors} />,
  }),
])

const trends = ['offers', 'errors', 'held'] as const

/** The last crawls of a shop: how their offers, errors and held prices developed, and the numbers of each. */
export function CrawlHistory({ slug, shop, onClose }: { slug: string; shop: string; onClose: () => void }) {
  const { t } = useText()
  const errorText = useAdminErrorText()
  const { data, error, refetch } = useQuery(crawlsQuery(slug))
  const crawls = data?.crawls ?? none
  const table = useTable({
    features: adminFeatures,
    columns,
    data: crawls,
    getRowId: ({ startedAt }) => startedAt,
    manualSorting: true,
    enableSorting: false,
  })
  const title = t('admin.operations.historyOf', { shop })
  // A crawl that is still running has no numbers yet.
  const ended = crawls.filter(({ finishedAt }) => finishedAt !== null).toReversed()
  return (
    <section className={styles.history} aria-label={title}>
      <div className={styles.head}>
        <h2>{title}</h2>
        <IconButton icon="x" label={t('admin.close')} onClick={onClose} />
      </div>
      {error && (
        <ErrorAlert text={errorText(error, t('admin.operations.historyFailed'))} onRetry={() => void refetch()} />
      )}
      {!data && !error && <Spinner label={t('admin.loading')} />}
      {data && crawls.length === 0 && <Empty title={t('admin.operations.historyEmpty')} />}
      {ended.length > 0 && (
        <p className={styles.trends}>
          {trends.map((key) => (
            <CountTrend key={key} name={t(`admin.operations.${key}`)} counts={ended.map((crawl) => crawl[key])} />
          ))}
        </p>
      )}
      {crawls.length > 0 && <DataTable label={t('admin.operations.historyTable', { shop })} table={table} />}
    </section>
  )
}
