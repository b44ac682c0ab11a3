import { useQuery, useQueryClient } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { createColumnHelper, useTable, type RowSelectionState } from '@tanstack/react-table'
import { useState } from 'react'
import { useText } from '~/i18n/useText'
import { useToasts } from '~/lib/toasts'
import { Button } from '~/ui/Button'
import { Empty } from '~/ui/Empty'
import { ErrorAlert } from '~/ui/ErrorAlert'
import { Pager } from '~/lib/pager/Pager'
import { Price } from '~/ui/Price'
import { RetailerLabel } from '~/ui/RetailerLabel'
import { Spinner } from '~/ui/Spinner'
import styles from './Admin.module.css'
import { adminFeatures, type AdminFeatures } from './adminTable'
import { DataTable } from './DataTable'
import { FirstPageLink } from './FirstPageLink'
import { MESSAGE_TIME } from './messageTime'
import {
  allOperationsQueries,
  dropHeldOffers,
  OPERATIONS_PER_PAGE,
  heldOffersQuery,
  releaseHeldOffers,
  type HeldOffer,
} from './operations'
import { SelectAll, SelectOne } from './SelectCells'
import { useFailureText, useAdminErrorText, type Failure } from './useAdminErrorText'
import { Timestamp } from './Timestamp'
import { useSubmit } from '~/lib/useSubmit'

const route = getRouteApi('/admin')
const none: HeldOffer[] = []

const column = createColumnHelper<AdminFeatures, HeldOffer>()
const columns = column.columns([
  column.display({
    id: 'select',
    meta: { label: 'admin.products.select', unnamed: true, head: 'own' },
    header: ({ table }) => <SelectAll table={table} />,
    cell: ({ row }) => <SelectOne row={row} />,
  }),
  column.display({
    id: 'product',
    meta: { label: 'admin.operations.product', unnamed: true },
    cell: ({ row }) => <OfferLink offer={row.original} />,
  }),
  column.display({
    id: 'shop',
    meta: { label: 'admin.operations.shop' },
    cell: ({ row }) => <RetailerLabel slug={row.original.retailerSlug} name={row.original.retailer} />,
  }),
  column.display({
    id: 'reason',
    meta: { label: 'admin.operations.reason' },
    cell: ({ row }) => <Reason reason={row.original.reason} />,
  }),
  column.display({
    id: 'newPrice',
    meta: { label: 'admin.operations.newPrice', amount: true },
    cell: ({ row }) => <Price value={row.original.price} />,
  }),
  column.display({
    id: 'lastRetailerPrice',
    meta: { label: 'admin.operations.lastRetailerPrice', amount: true },
    cell: ({ row }) => <Price value={row.original.lastRetailerPrice} />,
  }),
  column.display({
    id: 'marketPrice',
    meta: { label: 'admin.operations.marketPrice', amount: true },
    cell: ({ row }) => <MarketPrice offer={row.original} />,
  }),
  column.display({
    id: 'since',
    meta: { label: 'admin.operations.since' },
    cell: ({ row }) => <Timestamp at={row.original.heldAt} />,
  }),
])

/** Prices that price screening held back: an administrator releases or drops them. */
export function HeldOffersView() {
  const { t, format } = useText()
  const errorText = useAdminErrorText()
  const failureText = useFailureText()
  const page = route.useSearch().page ?? 1
  const { data, error, refetch } = useQuery(heldOffersQuery(page))
  const [rowSelection, setRowSelection] = useState<RowSelectionState>({})
  const held = data?.held ?? none
  const table = useTable({
    features: adminFeatures,
    columns,
    data: held,
    getRowId: ({ id }) => id,
    manualSorting: true,
    enableSorting: false,
    state: { rowSelection },
    onRowSelectionChange: setRowSelection,
  })
  const ids = held.map(({ id }) => id).filter((id) => rowSelection[id])
  const decide = useHeldOfferActions(ids, () => setRowSelection({}))
  const failed = decide.data?.failed ?? []
  if (error && !data)
    return <ErrorAlert text={errorText(error, t('admin.operations.heldFailed'))} onRetry={() => void refetch()} />
  if (!data) return <Spinner label={t('admin.loading')} />
  if (held.length === 0) return <Empty title={t('admin.operations.heldEmpty')}>{page > 1 && <FirstPageLink />}</Empty>
  return (
    <>
      {decide.error && <ErrorAlert text={errorText(decide.error, t('admin.operations.decideFailed'))} />}
      {failed.length > 0 && <ErrorAlert text={format.list([...new Set(failed.map(failureText))])} />}
      <div className={styles.tools}>
        <span>
          {ids.length === 0
            ? t('admin.operations.noneSelected')
            : t('admin.products.selected', { count: ids.length, n: format.count(ids.length) })}
        </span>
        <span className={styles.grow} />
        <Button
          kind="outline"
          icon="check"
          disabled={ids.length === 0 || decide.isPending}
          onClick={() => decide.mutate(true)}
        >
          {t('admin.operations.release')}
        </Button>
        <Button
          kind="danger"
          icon="x"
          disabled={ids.length === 0 || decide.isPending}
          onClick={() => decide.mutate(false)}
        >
          {t('admin.operations.drop')}
        </Button>
      </div>
      <DataTable label={t('admin.operations.view.quarantine')} table={table} />
      <Pager page={page} pages={Math.ceil(data.total / OPERATIONS_PER_PAGE)} />
    </>
  )
}

/** Returns the actions that release or drop the selected prices. */
function useHeldOfferActions(ids: string[], onDone: () => void) {
  const { t, format } = useText()
  const showToast = useToasts((state) => state.show)
  const queryClient = useQueryClient()
  return useSubmit({
    mutationFn: async (release: boolean): Promise<{ count: number; failed: Failure[] }> => {
      if (release) {
        const { released, failed } = await releaseHeldOffers(ids)
        return { count: released, failed }
      }
      const { dropped, failed } = await dropHeldOffers(ids)
      return { count: dropped, failed }
    },
    onSuccess: ({ count }, release) => {
      onDone()
      if (count > 0)
        showToast(
          t(release ? 'admin.operations.released' : 'admin.operations.dropped', { n: format.count(count) }),
          MESSAGE_TIME,
        )
    },
    onSettled: () => queryClient.invalidateQueries(allOperationsQueries),
  })
}

function OfferLink({ offer: { name, url } }: { offer: HeldOffer }) {
  return (
    <a href={url} target="_blank" rel="noopener nofollow">
      <bdi dir="auto">{name}</bdi>
    </a>
  )
}

const reasons = ['PRICE_FAR_FROM_OWN', 'PRICE_FAR_FROM_MARKET'] as const

function Reason({ reason }: { reason: string }) {
  const { t } = useText()
  const known = reasons.find((one) => one === reason)
  return <>{known ? t(`admin.operations.reasonOf.${known}`) : reason}</>
}

function MarketPrice({ offer: { marketPrice, marketRetailers } }: { offer: HeldOffer }) {
  const { t, format } = useText()
  return (
    <span>
      <Price value={marketPrice} />
      {marketRetailers !== null && marketRetailers > 0 && (
        <small className={styles.below}>
          {t('admin.operations.marketRetailers', { count: marketRetailers, n: format.count(marketRetailers) })}
        </small>
      )}
    </span>
  )
}
