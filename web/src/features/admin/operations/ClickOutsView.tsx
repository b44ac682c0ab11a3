import { useQuery } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { createColumnHelper, useTable } from '@tanstack/react-table'
import { useText } from '~/i18n/useText'
import { Pager } from '~/lib/pager/Pager'
import { Empty } from '~/ui/Empty'
import { ErrorAlert } from '~/ui/ErrorAlert'
import { noteClass } from '~/ui/Panel'
import { Spinner } from '~/ui/Spinner'
import styles from '../shared/Admin.module.css'
import { adminFeatures, type AdminFeatures } from '../table/adminTable'
import {
  clickOutsQuery,
  CLICK_OUTS_PER_PAGE,
  loadClickOutRows,
  type ClickOutCount,
  type ClickOutFilter,
} from './clickOuts'
import { CountNote } from '../table/CountNote'
import { CsvButton } from '../table/CsvButton'
import { DataTable } from '../table/DataTable'
import { FirstPageLink } from '../table/FirstPageLink'
import { RetailerFilter } from '../shared/RetailerFilter'
import { ShopLabel } from '../shared/ShopLabel'
import { useAdminErrorText } from '../shared/useAdminErrorText'

const route = getRouteApi('/admin')
const none: ClickOutCount[] = []

const column = createColumnHelper<AdminFeatures, ClickOutCount>()
const columns = column.columns([
  column.display({
    id: 'day',
    meta: { label: 'admin.clickOuts.day' },
    cell: ({ row }) => <Day iso={row.original.day} />,
  }),
  column.display({
    id: 'shop',
    meta: { label: 'admin.operations.shop' },
    cell: ({ row }) => <ShopLabel slug={row.original.retailerSlug} />,
  }),
  column.display({
    id: 'category',
    meta: { label: 'admin.clickOuts.category' },
    cell: ({ row }) => <CategoryName category={row.original.category} />,
  }),
  column.display({
    id: 'times',
    meta: { label: 'admin.clickOuts.times', amount: true },
    cell: ({ row }) => <Count of={row.original.times} />,
  }),
])

/** How often shoppers left for shops, by day, shop and category. */
export function ClickOutsView() {
  const { t } = useText()
  const errorText = useAdminErrorText()
  const { retailer, from, until, page = 1 } = route.useSearch()
  const filter: ClickOutFilter = { retailer, from, until }
  const { data, error, refetch } = useQuery(clickOutsQuery(filter, page))
  const rows = data?.clickOuts ?? none
  const table = useTable({
    features: adminFeatures,
    columns,
    data: rows,
    getRowId: ({ day, retailerSlug, category }) => `${day} ${retailerSlug} ${category}`,
    manualSorting: true,
    enableSorting: false,
  })
  return (
    <>
      <p className={noteClass}>{t('admin.clickOuts.note')}</p>
      <ClickOutTools filter={filter} times={data?.totalTimes} />
      {error && <ErrorAlert text={errorText(error, t('admin.clickOuts.failed'))} onRetry={() => void refetch()} />}
      {!data && !error && <Spinner label={t('admin.loading')} />}
      {data && rows.length === 0 && <Empty title={t('admin.clickOuts.empty')}>{page > 1 && <FirstPageLink />}</Empty>}
      {rows.length > 0 && <DataTable label={t('admin.operations.view.clickOuts')} table={table} />}
      {data && <Pager page={page} pages={Math.ceil(data.total / CLICK_OUTS_PER_PAGE)} />}
    </>
  )
}

function ClickOutTools({ filter, times }: { filter: ClickOutFilter; times: number | undefined }) {
  const { t, format } = useText()
  const navigate = useNavigate()
  const show = (change: Partial<ClickOutFilter>) =>
    void navigate({ to: '/admin', search: { tab: 'operations', view: 'clickOuts', ...filter, ...change } })
  return (
    <div className={styles.tools}>
      <RetailerFilter retailer={filter.retailer} onChange={(retailer) => show({ retailer })} />
      {(['from', 'until'] as const).map((end) => (
        <label key={end} className={styles.option}>
          {t(`admin.clickOuts.${end}`)}
          <input
            type="date"
            className={styles.input}
            value={filter[end] ?? ''}
            onChange={(event) => show({ [end]: event.target.value || undefined })}
          />
        </label>
      ))}
      <span className={styles.grow} />
      <CsvButton name="click-outs" load={loadClickOutRows(filter)} />
      <CountNote loaded={times !== undefined}>
        {t('admin.clickOuts.count', { count: times ?? 0, n: format.count(times ?? 0) })}
      </CountNote>
    </div>
  )
}

function Day({ iso }: { iso: string }) {
  const { format } = useText()
  return <time dateTime={iso}>{format.fullDay(iso)}</time>
}

function CategoryName({ category }: { category: ClickOutCount['category'] }) {
  const { t } = useText()
  return <>{t(`category.${category}.many`)}</>
}

function Count({ of }: { of: number }) {
  const { format } = useText()
  return <>{format.count(of)}</>
}
