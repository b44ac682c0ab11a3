import { useQueryClient } from '@tanstack/react-query'
import { createColumnHelper, useTable } from '@tanstack/react-table'
import { useText } from '~/i18n/useText'
import { useToasts } from '~/lib/toasts'
import { Button } from '~/ui/Button'
import { Chip } from '~/ui/Chip'
import { UnknownValue } from '~/ui/Price'
import { RetailerLabel, useRetailerName } from '~/ui/RetailerLabel'
import styles from './Admin.module.css'
import { adminFeatures, type AdminFeatures } from './adminTable'
import { CountCell } from './CountCell'
import { DataTable } from './DataTable'
import { MESSAGE_TIME } from './messageTime'
import { allOperationsQueries, crawlRetailer, type RetailerState } from './operations'
import { useAdminErrorText } from './useAdminErrorText'
import { Timestamp } from './Timestamp'
import { useSubmit } from '~/lib/useSubmit'

const column = createColumnHelper<AdminFeatures, RetailerState>()
const columns = column.columns([
  column.display({
    id: 'shop',
    meta: { label: 'admin.operations.shop', unnamed: true },
    cell: ({ row }) => <RetailerLabel slug={row.original.slug} name={row.original.name} />,
  }),
  column.display({
    id: 'health',
    meta: { label: 'admin.operations.health' },
    cell: ({ row }) => <HealthChip health={row.original.health} />,
  }),
  column.display({
    id: 'last',
    meta: { label: 'admin.operations.lastCrawl' },
    cell: ({ row }) => <LastCrawl retailer={row.original} />,
  }),
  column.display({
    id: 'offers',
    meta: { label: 'admin.operations.offers', amount: true },
    cell: ({ row }) => <CountCell value={row.original.lastCrawl?.offers} />,
  }),
  column.display({
    id: 'changes',
    meta: { label: 'admin.operations.changes', amount: true },
    cell: ({ row }) => <CountCell value={row.original.lastCrawl?.changes} />,
  }),
  column.display({
    id: 'held',
    meta: { label: 'admin.operations.held', amount: true },
    cell: ({ row }) => <CountCell value={row.original.lastCrawl?.held} />,
  }),
  column.display({
    id: 'errors',
    meta: { label: 'admin.operations.errors', amount: true },
    cell: ({ row }) => <CountCell value={row.original.lastCrawl?.errors} />,
  }),
  column.display({
    id: 'next',
    meta: { label: 'admin.operations.nextCrawl' },
    cell: ({ row }) =>
      row.original.nextCrawlAt === null ? <UnknownValue /> : <Timestamp at={row.original.nextCrawlAt} />,
  }),
  column.display({
    id: 'run',
    meta: { label: 'admin.operations.actions', unnamed: true, head: 'none' },
    cell: ({ row }) => <RunButton retailer={row.original} />,
  }),
])

/** The state of each retailer's crawls. */
export function RetailersView({ retailers }: { retailers: RetailerState[] }) {
  const { t } = useText()
  const table = useTable({
    features: adminFeatures,
    columns,
    data: retailers,
    getRowId: ({ slug }) => slug,
    manualSorting: true,
    enableSorting: false,
  })
  return <DataTable label={t('admin.operations.view.shops')} table={table} />
}

const kinds = {
  OK: 'ok',
  PARTIAL: 'warning',
  HELD: 'warning',
  LATE: 'warning',
  FAILING: 'error',
  NEVER: 'unknown',
  OFF: 'fact',
} as const

function HealthChip({ health }: { health: RetailerState['health'] }) {
  const { t } = useText()
  return <Chip kind={kinds[health]}>{t(`admin.operations.healthOf.${health}`)}</Chip>
}

const crawlStates = ['RUNNING', 'COMPLETE', 'PARTIAL', 'HELD', 'FAILED'] as const

function LastCrawl({ retailer: { lastCrawl } }: { retailer: RetailerState }) {
  const { t } = useText()
  if (lastCrawl === null) return <>{t('admin.operations.never')}</>
  const state = crawlStates.find((one) => one === lastCrawl.state)
  return (
    <span>
      <Timestamp at={lastCrawl.finishedAt ?? lastCrawl.startedAt} />
      {' · '}
      {state ? t(`admin.operations.crawlOf.${state}`) : lastCrawl.state}
      {lastCrawl.error !== null && (
        <small className={styles.reason}>
          <bdi dir="auto">{lastCrawl.error}</bdi>
        </small>
      )}
    </span>
  )
}

function RunButton({ retailer: { slug, name, enabled, crawling } }: { retailer: RetailerState }) {
  const { t } = useText()
  const errorText = useAdminErrorText()
  const retailer = useRetailerName()(slug, name)
  const showToast = useToasts((state) => state.show)
  const queryClient = useQueryClient()
  const run = useSubmit({
    mutationFn: () => crawlRetailer(slug),
    onSuccess: () => showToast(t('admin.operations.queued', { shop: retailer }), MESSAGE_TIME),
    onError: (error) => showToast(errorText(error, t('admin.operations.runFailed')), MESSAGE_TIME),
    onSettled: () => queryClient.invalidateQueries(allOperationsQueries),
  })
  return (
    <Button
      small
      disabled={!enabled || crawling || run.isPending}
      aria-label={t('admin.operations.runOf', { shop: retailer })}
      onClick={() => run.mutate()}
    >
      {t(crawling ? 'admin.operations.crawling' : 'admin.operations.run')}
    </Button>
  )
}
