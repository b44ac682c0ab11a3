import { useQuery } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { useText } from '~/i18n/useText'
import { Empty } from '~/ui/Empty'
import { ErrorAlert } from '~/ui/ErrorAlert'
import { SelectField } from '~/ui/Field'
import { Pager } from '~/lib/pager/Pager'
import { Spinner } from '~/ui/Spinner'
import styles from '../shared/Admin.module.css'
import { CsvButton } from '../table/CsvButton'
import { loadWaitingRows } from '../table/csvPages'
import { FirstPageLink } from '../table/FirstPageLink'
import { useWaitingReason } from './offerReasons'
import { OPERATIONS_PER_PAGE, waitingQuery } from '../shared/operations'
import { RetailerFilter } from '../shared/RetailerFilter'
import { useAdminErrorText } from '../shared/useAdminErrorText'
import { WaitingList } from './WaitingList'

const route = getRouteApi('/admin')
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
  const { retailer } = search
  const filter = { retailer, reason: reason || undefined, noPart }
  const { data, error, refetch } = useQuery(waitingQuery(filter, page))
  const show = (change: { retailer?: string; state?: string }) =>
    void navigate({
      to: '/admin',
      search: { tab: 'operations', view: 'waiting', state: search.state, retailer, ...change },
    })
  const offers = data?.offers ?? []
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
          onChange={(value: string) => show({ state: value === 'ALL' ? undefined : value })}
        />
        <RetailerFilter retailer={retailer} onChange={(slug) => show({ retailer: slug })} />
        <span className={styles.grow} />
        <CsvButton name="waiting-offers" load={loadWaitingRows(filter)} />
      </div>
      {error && (
        <ErrorAlert text={errorText(error, t('admin.operations.waitingFailed'))} onRetry={() => void refetch()} />
      )}
      {!data && !error && <Spinner label={t('admin.loading')} />}
      {data && offers.length === 0 && (
        <Empty title={t('admin.operations.waitingEmpty')}>{page > 1 && <FirstPageLink />}</Empty>
      )}
      {offers.length > 0 && (
        // Ticks count on their page alone.
        <WaitingList key={JSON.stringify([filter, page])} offers={offers} />
      )}
      {data && <Pager page={page} pages={Math.ceil(data.total / OPERATIONS_PER_PAGE)} />}
    </>
  )
}
