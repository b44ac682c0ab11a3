import { useQuery } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { createColumnHelper, useTable } from '@tanstack/react-table'
import { useText } from '~/i18n/useText'
import { Empty } from '~/ui/Empty'
import { ErrorAlert } from '~/ui/ErrorAlert'
import { SelectField } from '~/ui/Field'
import { Pager } from '~/lib/pager/Pager'
import { Spinner } from '~/ui/Spinner'
import styles from './Admin.module.css'
import { adminFeatures, type AdminFeatures } from './adminTable'
import { CsvButton } from './CsvButton'
import { loadRejectedRows } from './csvPages'
import { DataTable } from './DataTable'
import { FirstPageLink } from './FirstPageLink'
import { rejectReasons, useRejectReason } from './offerReasons'
import { OPERATIONS_PER_PAGE, rejectedQuery, type RejectedOffer } from './operations'
import { useAdminErrorText } from './useAdminErrorText'
import { Timestamp } from './Timestamp'

const route = getRouteApi('/admin')
const none: RejectedOffer[] = []

const column = createColumnHelper<AdminFeatures, RejectedOffer>()
const columns = column.columns([
  column.display({
    id: 'product',
    meta: { label: 'admin.operations.product', unnamed: true },
    cell: ({ row }) => <OfferName offer={row.original} />,
  }),
  column.display({
    id: 'shop',
    meta: { label: 'admin.operations.shop' },
    cell: ({ row }) => <bdi dir="ltr">{row.original.retailerSlug}</bdi>,
  }),
  column.display({
    id: 'reason',
    meta: { label: 'admin.operations.reason' },
    cell: ({ row }) => <Reason reason={row.original.reason} />,
  }),
  column.display({
    id: 'detail',
    meta: { label: 'admin.operations.detail' },
    cell: ({ row }) => <bdi dir="auto">{row.original.detail}</bdi>,
  }),
  column.display({
    id: 'seen',
    meta: { label: 'admin.operations.lastSeen' },
    cell: ({ row }) => <Timestamp at={row.original.seenAt} />,
  }),
])

/** Items of retailers that could not be read as offers, with the reason and the address. */
export function RejectedView() {
  const { t, format } = useText()
  const errorText = useAdminErrorText()
  const navigate = useNavigate()
  const reasonOf = useRejectReason()
  const search = route.useSearch()
  const page = search.page ?? 1
  const reason = rejectReasons.find((one) => one === search.state)
  const { data, error, refetch } = useQuery(rejectedQuery(reason, page))
  const offers = data?.offers ?? none
  const table = useTable({
    features: adminFeatures,
    columns,
    data: offers,
    getRowId: ({ retailerSlug, externalId }) => `${retailerSlug} ${externalId}`,
    manualSorting: true,
    enableSorting: false,
  })
  const countOf = (one: string) =>
    (data?.counts ?? []).filter((count) => count.reason === one).reduce((sum, count) => sum + count.offers, 0)
  const options = rejectReasons
    .filter((one) => countOf(one) > 0 || one === reason)
    .map((value) => ({
      value,
      label: t('admin.operations.counted', { name: reasonOf(value), n: format.count(countOf(value)) }),
    }))
  return (
    <>
      <div className={styles.tools}>
        <SelectField
          label={t('admin.operations.reason')}
          value={reason ?? 'ALL'}
          options={[{ value: 'ALL', label: t('admin.all') }, ...options]}
          onChange={(value: string) =>
            void navigate({
              to: '/admin',
              search: { tab: 'operations', view: 'rejected', state: value === 'ALL' ? undefined : value },
            })
          }
        />
        <span className={styles.grow} />
        <CsvButton name="rejected-offers" load={loadRejectedRows(reason)} />
      </div>
      {error && (
        <ErrorAlert text={errorText(error, t('admin.operations.rejectedFailed'))} onRetry={() => void refetch()} />
      )}
      {!data && !error && <Spinner label={t('admin.loading')} />}
      {data && offers.length === 0 && (
        <Empty title={t('admin.operations.rejectedEmpty')}>{page > 1 && <FirstPageLink />}</Empty>
      )}
      {offers.length > 0 && <DataTable label={t('admin.operations.view.rejected')} table={table} />}
      {data && <Pager page={page} pages={Math.ceil(data.total / OPERATIONS_PER_PAGE)} />}
    </>
  )
}

function OfferName({ offer: { name, externalId, url } }: { offer: RejectedOffer }) {
  const shown = <bdi dir="auto">{name ?? externalId}</bdi>
  if (url === null) return shown
  return (
    <a href={url} target="_blank" rel="noopener nofollow">
      {shown}
    </a>
  )
}

function Reason({ reason }: { reason: string }) {
  return <>{useRejectReason()(reason)}</>
}
