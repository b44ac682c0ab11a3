import { useQuery, useQueryClient } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { createColumnHelper } from '@tanstack/react-table'
import { useState } from 'react'
import { useText } from '~/i18n/useText'
import { parseCategory } from '~/lib/categories'
import { useToasts } from '~/lib/toasts'
import { Button } from '~/ui/Button'
import { Empty } from '~/ui/Empty'
import { ErrorAlert } from '~/ui/ErrorAlert'
import { Pager } from '~/lib/pager/Pager'
import { Price } from '~/ui/Price'
import { useRetailerName } from '~/ui/RetailerLabel'
import { Spinner } from '~/ui/Spinner'
import styles from '../shared/Admin.module.css'
import type { AdminFeatures } from '../table/adminTable'
import { AssignDialog } from './AssignDialog'
import { DataTable } from '../table/DataTable'
import { FirstPageLink } from '../table/FirstPageLink'
import { MESSAGE_TIME } from '../shared/messageTime'
import { offerColumns } from './offerColumns'
import { releaseHeldOffersAs } from './offerDecisions'
import {
  allOperationsQueries,
  dropHeldOffers,
  OPERATIONS_PER_PAGE,
  heldOffersQuery,
  releaseHeldOffers,
  type HeldOffer,
} from '../shared/operations'
import { ReleaseAllDialog } from './ReleaseAllDialog'
import { RetailerFilter } from '../shared/RetailerFilter'
import { SelectedCount } from '../table/SelectedCount'
import { useShopName } from '../shared/ShopLabel'
import { useFailureText, useAdminErrorText, type Failure } from '../shared/useAdminErrorText'
import { Timestamp } from '../table/Timestamp'
import { useSelectableTable } from '../table/useSelectableTable'
import { useSubmit } from '~/lib/useSubmit'

const route = getRouteApi('/admin')
const none: HeldOffer[] = []

const column = createColumnHelper<AdminFeatures, HeldOffer>()
const columns = column.columns([
  ...offerColumns<HeldOffer>(({ name }) => name),
  column.display({
    id: 'reason',
    meta: { label: 'admin.operations.reason' },
    cell: ({ row }) => <Reason offer={row.original} />,
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
  const { t } = useText()
  const navigate = useNavigate()
  const { retailer, page = 1 } = route.useSearch()
  const { data } = useQuery(heldOffersQuery(retailer, page))
  const shopName = useShopName()
  const shop = useRetailerName()(retailer, retailer === undefined ? null : shopName(retailer))
  const [isReleasing, setIsReleasing] = useState(false)
  return (
    <>
      <div className={styles.tools}>
        <RetailerFilter
          retailer={retailer}
          onChange={(chosen) =>
            void navigate({ to: '/admin', search: { tab: 'operations', view: 'quarantine', retailer: chosen } })
          }
        />
        <span className={styles.grow} />
        {retailer !== undefined && data && data.total > 0 && (
          <Button icon="check" onClick={() => setIsReleasing(true)}>
            {t('admin.operations.releaseShop', { shop })}
          </Button>
        )}
      </div>
      <HeldOffersList key={retailer} retailer={retailer} page={page} />
      {isReleasing && retailer !== undefined && (
        <ReleaseAllDialog slug={retailer} shop={shop} count={data?.total ?? 0} onClose={() => setIsReleasing(false)} />
      )}
    </>
  )
}

function HeldOffersList({ retailer, page }: { retailer: string | undefined; page: number }) {
  const { t, format } = useText()
  const errorText = useAdminErrorText()
  const failureText = useFailureText()
  const { data, error, refetch } = useQuery(heldOffersQuery(retailer, page))
  const held = data?.held ?? none
  const { table, ticked, clear } = useSelectableTable(columns, held, ({ id }) => id)
  const ids = ticked.map(({ id }) => id)
  const [isAssigning, setIsAssigning] = useState(false)
  const decide = useHeldOfferActions(ids, clear)
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
        <SelectedCount count={ids.length} none={t('admin.operations.noneSelected')} />
        <span className={styles.grow} />
        <Button
          kind="outline"
          icon="check"
          disabled={ids.length === 0 || decide.isPending}
          onClick={() => decide.mutate(true)}
        >
          {t('admin.operations.release')}
        </Button>
        <Button disabled={ids.length === 0 || decide.isPending} onClick={() => setIsAssigning(true)}>
          {t('admin.operations.releaseAs')}
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
      {isAssigning && <ReleaseAsDialog offers={ticked} onDone={clear} onClose={() => setIsAssigning(false)} />}
      <Pager page={page} pages={Math.ceil(data.total / OPERATIONS_PER_PAGE)} />
    </>
  )
}

type ReleaseAsProps = { offers: HeldOffer[]; onDone: () => void; onClose: () => void }

/** Releases held prices as what an administrator says that the offers are. */
function ReleaseAsDialog({ offers, onDone, onClose }: ReleaseAsProps) {
  const { t, format } = useText()
  const showToast = useToasts((state) => state.show)
  return (
    <AssignDialog
      title={t('admin.operations.releaseAsTitle')}
      offers={offers.map(({ id, name, priceClass }) => ({ id, name, category: priceClass?.category ?? null }))}
      send={releaseHeldOffersAs}
      onDone={(ids) => {
        onDone()
        showToast(t('admin.operations.released', { n: format.count(ids.length) }), MESSAGE_TIME)
      }}
      onClose={onClose}
    />
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

const reasons = ['PRICE_FAR_FROM_OWN', 'PRICE_FAR_FROM_MARKET', 'PRICE_FAR_FROM_CLASS', 'PRICES_OFF_SCALE'] as const

/** The rule that held the price, with the prices of the same kind of part. */
function Reason({ offer: { reason, priceClass, retailerScale } }: { offer: HeldOffer }) {
  const { t, format } = useText()
  const classText = useClassText()
  const known = reasons.find((one) => one === reason)
  return (
    <span>
      {known ? t(`admin.operations.reasonOf.${known}`) : reason}
      {priceClass && <small className={styles.below}>{classText(priceClass)}</small>}
      {retailerScale && (
        <small className={styles.below}>
          {t('admin.operations.retailerScale', {
            times: format.count(retailerScale.times),
            count: retailerScale.compared,
            n: format.count(retailerScale.compared),
          })}
        </small>
      )}
    </span>
  )
}

/** Returns a function that words a class of parts and its prices. */
function useClassText(): (priceClass: NonNullable<HeldOffer['priceClass']>) => string {
  const { t, format } = useText()
  return ({ category, facts, prices, lowest, median, highest }) => {
    const known = parseCategory(category ?? '')
    const name = known ? t(`category.${known}.many`) : t('admin.operations.anyPart')
    const parts =
      facts.length > 0 ? t('admin.operations.partsWith', { category: name, facts: format.list(facts) }) : name
    return t('admin.operations.priceClass', {
      parts,
      count: prices,
      n: format.count(prices),
      lowest: format.money(lowest),
      median: format.money(median),
      highest: format.money(highest),
    })
  }
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
