import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import { createColumnHelper, useTable } from '@tanstack/react-table'
import { useText } from '~/i18n/useText'
import { Chip } from '~/ui/Chip'
import { Empty } from '~/ui/Empty'
import { SelectField } from '~/ui/Field'
import { UnknownValue } from '~/ui/Price'
import { useRetailerName } from '~/ui/RetailerLabel'
import styles from '../shared/Admin.module.css'
import { adminFeatures, type AdminFeatures } from '../table/adminTable'
import { CountCell } from '../table/CountCell'
import { CrawlHistory } from './CrawlHistory'
import { CrawlOutcome } from './CrawlOutcome'
import { DataTable } from '../table/DataTable'
import type { RetailerState } from '../shared/operations'
import { RetailerActions } from './RetailerActions'
import { ShopLabel } from '../shared/ShopLabel'
import { Timestamp } from '../table/Timestamp'

const route = getRouteApi('/admin')

const column = createColumnHelper<AdminFeatures, RetailerState>()
const columns = column.columns([
  column.display({
    id: 'shop',
    meta: { label: 'admin.operations.shop', unnamed: true },
    cell: ({ row }) => <ShopLabel slug={row.original.slug} />,
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
    cell: ({ row }) => <LinkedCount retailer={row.original} count={row.original.lastCrawl?.held} view="quarantine" />,
  }),
  column.display({
    id: 'errors',
    meta: { label: 'admin.operations.errors', amount: true },
    cell: ({ row }) => <LinkedCount retailer={row.original} count={row.original.lastCrawl?.errors} view="rejected" />,
  }),
  column.display({
    id: 'next',
    meta: { label: 'admin.operations.nextCrawl' },
    cell: ({ row }) =>
      row.original.nextCrawlAt === null ? <UnknownValue /> : <Timestamp at={row.original.nextCrawlAt} />,
  }),
  column.display({
    id: 'actions',
    meta: { label: 'admin.operations.actions', unnamed: true, head: 'none' },
    cell: ({ row }) => <RetailerActions retailer={row.original} />,
  }),
])

/** The healths, those that need attention first. */
const healths = ['FAILING', 'CHANGED', 'HELD', 'PARTIAL', 'LATE', 'NEVER', 'OK', 'OFF'] as const

/** The state of each retailer's crawls, those that need attention first. */
export function RetailersView({ retailers }: { retailers: RetailerState[] }) {
  const { t, language } = useText()
  const navigate = useNavigate()
  const search = route.useSearch()
  const chosen = healths.find((one) => one === search.state)
  const rows = retailers
    .filter(({ health }) => chosen === undefined || health === chosen)
    .toSorted((a, b) => healths.indexOf(a.health) - healths.indexOf(b.health))
  const opened = retailers.find(({ slug }) => slug === search.retailer)
  const openedName = useRetailerName()(opened?.slug, language === 'ar' ? opened?.nameAr : opened?.name)
  const table = useTable({
    features: adminFeatures,
    columns,
    data: rows,
    getRowId: ({ slug }) => slug,
    manualSorting: true,
    enableSorting: false,
  })
  return (
    <>
      <div className={styles.tools}>
        <HealthFilter
          retailers={retailers}
          chosen={chosen}
          onChange={(state) =>
            void navigate({ to: '/admin', search: { tab: 'operations', state, retailer: search.retailer } })
          }
        />
      </div>
      {opened && (
        <CrawlHistory
          slug={opened.slug}
          shop={openedName}
          onClose={() =>
            void navigate({ to: '/admin', search: { tab: 'operations', state: search.state }, resetScroll: false })
          }
        />
      )}
      {rows.length === 0 ? (
        <Empty title={t('admin.noData')} />
      ) : (
        <DataTable label={t('admin.operations.view.shops')} table={table} />
      )}
    </>
  )
}

type Health = (typeof healths)[number]

type HealthFilterProps = {
  retailers: RetailerState[]
  chosen: Health | undefined
  onChange: (health: string | undefined) => void
}

/** Shows the retailers of one health; each health is offered with the number of its retailers. */
function HealthFilter({ retailers, chosen, onChange }: HealthFilterProps) {
  const { t, format } = useText()
  const countOf = (health: Health) => retailers.filter((one) => one.health === health).length
  const options = healths
    .filter((health) => countOf(health) > 0 || health === chosen)
    .map((health) => ({
      value: health as string,
      label: t('admin.operations.counted', {
        name: t(`admin.operations.healthOf.${health}`),
        n: format.count(countOf(health)),
      }),
    }))
  return (
    <SelectField
      label={t('admin.operations.healthFilter')}
      value={chosen ?? 'ALL'}
      options={[{ value: 'ALL', label: t('admin.all') }, ...options]}
      onChange={(health) => onChange(health === 'ALL' ? undefined : health)}
    />
  )
}

type LinkedCountProps = {
  retailer: RetailerState
  count: number | undefined
  view: 'rejected' | 'quarantine'
}

/** A count that leads to what it counts. */
function LinkedCount({ retailer: { slug, name }, count, view }: LinkedCountProps) {
  const { t, format } = useText()
  const shop = useRetailerName()(slug, name)
  if (!count) return <CountCell value={count} />
  const values = { n: format.count(count), shop }
  return (
    <Link
      to="/admin"
      search={{ tab: 'operations', view, retailer: slug }}
      aria-label={t(view === 'rejected' ? 'admin.operations.errorsOf' : 'admin.operations.heldOf', values)}
    >
      <CountCell value={count} />
    </Link>
  )
}

const kinds = {
  OK: 'ok',
  PARTIAL: 'warning',
  HELD: 'warning',
  CHANGED: 'error',
  LATE: 'warning',
  FAILING: 'error',
  NEVER: 'unknown',
  OFF: 'fact',
} as const

function HealthChip({ health }: { health: RetailerState['health'] }) {
  const { t } = useText()
  return <Chip kind={kinds[health]}>{t(`admin.operations.healthOf.${health}`)}</Chip>
}

function LastCrawl({ retailer: { lastCrawl } }: { retailer: RetailerState }) {
  const { t } = useText()
  if (lastCrawl === null) return <>{t('admin.operations.never')}</>
  return (
    <span>
      <Timestamp at={lastCrawl.finishedAt ?? lastCrawl.startedAt} />
      {' · '}
      <CrawlOutcome crawl={lastCrawl} />
    </span>
  )
}
