import { useQuery } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { createColumnHelper, useTable } from '@tanstack/react-table'
import { useText } from '~/i18n/useText'
import { Empty } from '~/ui/Empty'
import { ErrorAlert } from '~/ui/ErrorAlert'
import { SelectField } from '~/ui/Field'
import { Pager } from '~/lib/pager/Pager'
import { UnknownValue, Price } from '~/ui/Price'
import { Spinner } from '~/ui/Spinner'
import styles from './Admin.module.css'
import { adminFeatures, type AdminFeatures } from './adminTable'
import { CsvButton } from './CsvButton'
import { loadWaitingRows } from './csvPages'
import { DataTable } from './DataTable'
import { FirstPageLink } from './FirstPageLink'
import { useWaitingReason } from './offerReasons'
import { OPERATIONS_PER_PAGE, waitingQuery, type WaitingOffer } from './operations'
import { useAdminErrorText } from './useAdminErrorText'
import { Timestamp } from './Timestamp'

const route = getRouteApi('/admin')
const none: WaitingOffer[] = []

const column = createColumnHelper<AdminFeatures, WaitingOffer>()
const columns = column.columns([
  column.display({
    id: 'product',
    meta: { label: 'admin.operations.product', unnamed: true },
    cell: ({ row }) => <OfferLink offer={row.original} />,
  }),
  column.display({
    id: 'shop',
    meta: { label: 'admin.operations.shop' },
    cell: ({ row }) => <bdi dir="ltr">{row.original.retailerSlug}</bdi>,
  }),
  column.display({
    id: 'reason',
    meta: { label: 'admin.operations.reason' },
    cell: ({ row }) => <Reason offer={row.original} />,
  }),
  column.display({
    id: 'manufacturer',
    meta: { label: 'admin.operations.manufacturer' },
    cell: ({ row }) =>
      row.original.manufacturer === null ? <UnknownValue /> : <bdi dir="auto">{row.original.manufacturer}</bdi>,
  }),
  column.display({
    id: 'price',
    meta: { label: 'admin.operations.price', amount: true },
    cell: ({ row }) => <Price value={row.original.price} />,
  }),
  column.display({
    id: 'since',
    meta: { label: 'admin.operations.since' },
    cell: ({ row }) => <Timestamp at={row.original.createdAt} />,
  }),
])

/** Offers without a product, with the reason. */
export function WaitingView() {
  const { t, format } = useText()
  const errorText = useAdminErrorText()
  const navigate = useNavigate()
  const reasonOf = useWaitingReason()
  const search = route.useSearch()
  const page = search.page ?? 1
  // The parameter holds a reason, or for an item that is no part the reason and its kind (`NO_PART.CABLE`).
  const [reason, noPart] = (search.state ?? '').split('.')
  const { data, error, refetch } = useQuery(waitingQuery(reason || undefined, noPart, page))
  const offers = data?.offers ?? none
  const table = useTable({
    features: adminFeatures,
    columns,
    data: offers,
    getRowId: ({ id }) => id,
    manualSorting: true,
    enableSorting: false,
  })
  const options = (data?.counts ?? []).map((count) => ({
    value: count.noPart === null ? count.reason : `${count.reason}.${count.noPart}`,
    label: t('admin.operations.counted', { name: reasonOf(count.reason, count.noPart), n: format.count(count.offers) }),
  }))
  const chosen = options.some(({ value }) => value === search.state) ? (search.state ?? 'ALL') : 'ALL'
  return (
    <>
      <div className={styles.tools}>
        <SelectField
          label={t('admin.operations.reason')}
          value={chosen}
          options={[{ value: 'ALL', label: t('admin.all') }, ...options]}
          onChange={(value: string) =>
            void navigate({
              to: '/admin',
              search: { tab: 'operations', view: 'waiting', state: value === 'ALL' ? undefined : value },
            })
          }
        />
        <span className={styles.grow} />
        <CsvButton name="waiting-offers" load={loadWaitingRows(reason || undefined, noPart)} />
      </div>
      {error && (
        <ErrorAlert text={errorText(error, t('admin.operations.waitingFailed'))} onRetry={() => void refetch()} />
      )}
      {!data && !error && <Spinner label={t('admin.loading')} />}
      {data && offers.length === 0 && (
        <Empty title={t('admin.operations.waitingEmpty')}>{page > 1 && <FirstPageLink />}</Empty>
      )}
      {offers.length > 0 && <DataTable label={t('admin.operations.view.waiting')} table={table} />}
      {data && <Pager page={page} pages={Math.ceil(data.total / OPERATIONS_PER_PAGE)} />}
    </>
  )
}

function OfferLink({ offer: { name, url } }: { offer: WaitingOffer }) {
  return (
    <a href={url} target="_blank" rel="noopener nofollow">
      <bdi dir="auto">{name}</bdi>
    </a>
  )
}

function Reason({ offer: { reason, noPart, unsure } }: { offer: WaitingOffer }) {
  return <>{useWaitingReason()(reason, noPart, unsure)}</>
}
