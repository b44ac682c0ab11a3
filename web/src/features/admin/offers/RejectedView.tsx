import { useQuery } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { useText } from '~/i18n/useText'
import { Button } from '~/ui/Button'
import { Empty } from '~/ui/Empty'
import { ErrorAlert } from '~/ui/ErrorAlert'
import { SelectField } from '~/ui/Field'
import { Pager } from '~/lib/pager/Pager'
import { useRetailerName } from '~/ui/RetailerLabel'
import { Spinner } from '~/ui/Spinner'
import styles from '../shared/Admin.module.css'
import { CsvButton } from '../table/CsvButton'
import { loadRejectedRows } from '../table/csvPages'
import { FirstPageLink } from '../table/FirstPageLink'
import { rejectReasons, useRejectReason } from './offerReasons'
import { OPERATIONS_PER_PAGE, rejectedQuery, type RejectedFilter } from '../shared/operations'
import { RejectedList } from './RejectedList'
import { RetailerFilter } from '../shared/RetailerFilter'
import { useShopName } from '../shared/ShopLabel'
import { useDismiss } from './useDismiss'
import { useAdminErrorText } from '../shared/useAdminErrorText'

const route = getRouteApi('/admin')
const states = ['OPEN', 'DISMISSED', 'ASSIGNED'] as const

/** Items of retailers that could not be read as offers, with the reason and the address. */
export function RejectedView() {
  const { t } = useText()
  const errorText = useAdminErrorText()
  const navigate = useNavigate()
  const retailerName = useRetailerName()
  const shopName = useShopName()
  const search = route.useSearch()
  const page = search.page ?? 1
  const reason = rejectReasons.find((one) => one === search.state)
  const { retailer } = search
  const shown = states.find((one) => one === search.status) ?? 'OPEN'
  const filter = {
    retailer,
    reason,
    dismissed: shown === 'DISMISSED' || undefined,
    assigned: shown === 'ASSIGNED' || undefined,
  }
  const { data, error, refetch } = useQuery(rejectedQuery(filter, page))
  const show = (change: { retailer?: string; state?: string; status?: string }) =>
    void navigate({
      to: '/admin',
      search: { tab: 'operations', view: 'rejected', state: reason, retailer, status: search.status, ...change },
    })
  const offers = data?.offers ?? []
  return (
    <>
      <div className={styles.tools}>
        <ReasonFilter
          counts={(data?.counts ?? []).filter((one) => retailer === undefined || one.retailerSlug === retailer)}
          chosen={reason}
          onChange={(state) => show({ state })}
        />
        <RetailerFilter retailer={retailer} onChange={(chosen) => show({ retailer: chosen })} />
        <SelectField
          label={t('admin.operations.shown')}
          value={shown}
          options={states.map((value) => ({ value, label: t(`admin.operations.shownOf.${value}`) }))}
          onChange={(value: string) => show({ status: value === 'OPEN' ? undefined : value })}
        />
        <span className={styles.grow} />
        {retailer !== undefined && shown === 'OPEN' && data !== undefined && data.total > 0 && (
          <DismissAll filter={filter} count={data.total} shop={retailerName(retailer, shopName(retailer))} />
        )}
        <CsvButton name="rejected-offers" load={loadRejectedRows(filter)} />
      </div>
      {error && (
        <ErrorAlert text={errorText(error, t('admin.operations.rejectedFailed'))} onRetry={() => void refetch()} />
      )}
      {!data && !error && <Spinner label={t('admin.loading')} />}
      {data && offers.length === 0 && (
        <Empty title={t('admin.operations.rejectedEmpty')}>{page > 1 && <FirstPageLink />}</Empty>
      )}
      {offers.length > 0 && (
        // Ticks count on their page alone.
        <RejectedList key={JSON.stringify([filter, page])} offers={offers} shown={shown} />
      )}
      {data && <Pager page={page} pages={Math.ceil(data.total / OPERATIONS_PER_PAGE)} />}
    </>
  )
}

type ReasonFilterProps = {
  counts: { reason: string; offers: number }[]
  chosen: string | undefined
  onChange: (reason: string | undefined) => void
}

/** Shows the items with one reason; each reason is offered with the number of its items. */
function ReasonFilter({ counts, chosen, onChange }: ReasonFilterProps) {
  const { t, format } = useText()
  const reasonOf = useRejectReason()
  const countOf = (reason: string) =>
    counts.filter((one) => one.reason === reason).reduce((sum, { offers }) => sum + offers, 0)
  const options = rejectReasons
    .filter((reason) => countOf(reason) > 0 || reason === chosen)
    .map((value) => ({
      value,
      label: t('admin.operations.counted', { name: reasonOf(value), n: format.count(countOf(value)) }),
    }))
  return (
    <SelectField
      label={t('admin.operations.reason')}
      value={chosen ?? 'ALL'}
      options={[{ value: 'ALL', label: t('admin.all') }, ...options]}
      onChange={(value: string) => onChange(value === 'ALL' ? undefined : value)}
    />
  )
}

type DismissAllProps = { filter: RejectedFilter; count: number; shop: string }

/** Dismisses all rejected items of a shop, or those with the chosen reason. */
function DismissAll({ filter, count, shop }: DismissAllProps) {
  const { t, format } = useText()
  const dismiss = useDismiss(false)
  return (
    <Button disabled={dismiss.isPending} onClick={() => dismiss.mutate(filter)}>
      {t('admin.operations.dismissShop', { shop, n: format.count(count) })}
    </Button>
  )
}
