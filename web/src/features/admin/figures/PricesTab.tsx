import { useQuery } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { createColumnHelper, useTable } from '@tanstack/react-table'
import { createContext, useContext, useState } from 'react'
import { useText } from '~/i18n/useText'
import { parseCategory } from '~/lib/categories'
import { Button } from '~/ui/Button'
import { Empty } from '~/ui/Empty'
import { ErrorAlert } from '~/ui/ErrorAlert'
import { SelectField, Switch } from '~/ui/Field'
import { Icon } from '~/ui/Icon'
import { Pager } from '~/lib/pager/Pager'
import { Price } from '~/ui/Price'
import { Spinner } from '~/ui/Spinner'
import styles from '../shared/Admin.module.css'
import { adminFeatures, type AdminFeatures } from '../table/adminTable'
import { CsvButton } from '../table/CsvButton'
import { CountCell } from '../table/CountCell'
import { DataTable } from '../table/DataTable'
import {
  differenceTone,
  minDifferences,
  priceCategories,
  priceDifferencesQuery,
  loadPriceRows,
  PRICES_PER_PAGE,
  DEFAULT_MIN_DIFFERENCE,
  type PriceDifference,
  type PriceFilter,
} from './priceDifferences'
import { PriceRetailers } from './PriceRetailers'
import { StatCard, StatCards } from './StatCard'
import { ToneChip } from '../table/ToneChip'
import { useAdminErrorText } from '../shared/useAdminErrorText'

const route = getRouteApi('/admin')
const none: PriceDifference[] = []

/** Ids of the expanded products, and the function that expands or collapses one. */
const ExpandedRows = createContext<{ ids: ReadonlySet<string>; toggle: (id: string) => void }>({
  ids: new Set(),
  toggle: () => undefined,
})

const column = createColumnHelper<AdminFeatures, PriceDifference>()
const columns = column.columns([
  column.display({
    id: 'product',
    meta: { label: 'admin.prices.product', unnamed: true },
    cell: ({ row }) => <ProductCell row={row.original} />,
  }),
  column.display({
    id: 'category',
    meta: { label: 'admin.prices.category' },
    cell: ({ row }) => <CategoryCell category={row.original.category} />,
  }),
  column.display({
    id: 'shops',
    meta: { label: 'admin.prices.shops', amount: true },
    cell: ({ row }) => <CountCell value={row.original.retailerCount} />,
  }),
  column.display({
    id: 'lowest',
    meta: { label: 'admin.prices.lowest', amount: true },
    cell: ({ row }) => <Price value={row.original.minPrice} />,
  }),
  column.display({
    id: 'highest',
    meta: { label: 'admin.prices.highestPrice', amount: true },
    cell: ({ row }) => <Price value={row.original.maxPrice} />,
  }),
  column.display({
    id: 'kwd',
    meta: { label: 'admin.prices.kwd', amount: true },
    cell: ({ row }) => <Price value={row.original.priceDifference} />,
  }),
  column.display({
    id: 'percent',
    meta: { label: 'admin.prices.percent', amount: true },
    cell: ({ row }) => <PercentChip percent={row.original.percentageDifference} />,
  }),
])

/** Products whose prices differ widely between retailers. */
export function PricesTab() {
  const { t } = useText()
  const errorText = useAdminErrorText()
  const filter = usePriceFilter()
  const { data, error, refetch, isFetching } = useQuery(priceDifferencesQuery(filter))
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set())
  const toggle = (id: string) =>
    setIds((all) => (all.has(id) ? new Set([...all].filter((one) => one !== id)) : new Set([...all, id])))
  const found = data?.priceDifferences ?? none
  const table = useTable({
    features: adminFeatures,
    columns,
    data: found,
    getRowId: ({ productId }) => productId,
    manualSorting: true,
    enableSorting: false,
  })
  return (
    <ExpandedRows value={{ ids, toggle }}>
      <PriceTools filter={filter} refreshing={isFetching} onRefresh={() => void refetch()} />
      {error && <ErrorAlert text={errorText(error, t('admin.prices.failed'))} onRetry={() => void refetch()} />}
      {!data && !error && <Spinner label={t('admin.loading')} />}
      {data && <Figures count={data.totalCount} average={data.averageDifference} highest={data.highestDifference} />}
      {data && found.length === 0 && <Empty title={t('admin.prices.empty')} />}
      {found.length > 0 && <DataTable label={t('admin.tab.prices')} table={table} Detail={PriceRetailers} open={ids} />}
      {data && <Pager page={filter.page} pages={Math.ceil(data.totalCount / PRICES_PER_PAGE)} />}
    </ExpandedRows>
  )
}

/** Reads the filters from the address. */
function usePriceFilter(): PriceFilter {
  const search = route.useSearch()
  return {
    category: priceCategories.find((one) => one === search.category),
    least: minDifferences.find((one) => one === search.least) ?? DEFAULT_MIN_DIFFERENCE,
    inStock: search.stock === 'in',
    page: search.page ?? 1,
  }
}

type PriceToolsProps = { filter: PriceFilter; refreshing: boolean; onRefresh: () => void }

function PriceTools({ filter, refreshing, onRefresh }: PriceToolsProps) {
  const { t } = useText()
  const navigate = useNavigate()
  const show = (change: { category?: string; least?: string; inStock?: boolean }) => {
    const { category, least, inStock } = { ...filter, ...change }
    const stock = inStock ? 'in' : undefined
    void navigate({
      to: '/admin',
      search: {
        tab: 'prices',
        category: category || undefined,
        least: least === DEFAULT_MIN_DIFFERENCE ? undefined : least,
        stock,
      },
    })
  }
  return (
    <div className={styles.tools}>
      <SelectField
        label={t('admin.prices.categoryFilter')}
        value={filter.category ?? ''}
        options={[
          { value: '', label: t('admin.prices.allCategories') },
          ...priceCategories.map((value) => ({ value: value as string, label: t(`admin.prices.categories.${value}`) })),
        ]}
        onChange={(category) => show({ category })}
      />
      <SelectField
        label={t('admin.prices.leastFilter')}
        value={filter.least}
        options={minDifferences.map((value) => ({ value, label: `${value}%` }))}
        onChange={(least) => show({ least })}
      />
      <label className={styles.option}>
        <Switch checked={filter.inStock} onChange={() => show({ inStock: !filter.inStock })} />
        {t('admin.prices.inStock')}
      </label>
      <span className={styles.grow} />
      <CsvButton name="price-differences" load={(page, limit) => loadPriceRows(filter, page, limit)} />
      <Button icon="swap" disabled={refreshing} onClick={onRefresh}>
        {t('admin.refresh')}
      </Button>
    </div>
  )
}

function Figures({ count, average, highest }: { count: number; average: number; highest: number }) {
  const { t, format } = useText()
  const percent = (value: number) => (count > 0 ? `${format.decimal(value)}%` : '–')
  return (
    <StatCards label={t('admin.tab.prices')}>
      <StatCard name={t('admin.prices.count')} value={format.count(count)} />
      <StatCard name={t('admin.prices.average')} value={percent(average)} />
      <StatCard name={t('admin.prices.highest')} value={percent(highest)} />
    </StatCards>
  )
}

function ProductCell({ row: { productId, productName } }: { row: PriceDifference }) {
  const { t } = useText()
  const { ids, toggle } = useContext(ExpandedRows)
  const open = ids.has(productId)
  return (
    <button
      type="button"
      className={styles.expand}
      aria-expanded={open}
      aria-label={t('admin.prices.show', { name: productName })}
      onClick={() => toggle(productId)}
    >
      <Icon name={open ? 'down' : 'next'} size="s" flip={!open} />
      <bdi dir="auto">{productName}</bdi>
    </button>
  )
}

function CategoryCell({ category }: { category: string }) {
  const { t } = useText()
  const known = parseCategory(category)
  return <>{known ? t(`category.${known}.one`) : category}</>
}

function PercentChip({ percent }: { percent: number }) {
  const { format } = useText()
  return (
    <ToneChip tone={differenceTone(percent)}>
      <bdi dir="ltr">{format.decimal(percent)}%</bdi>
    </ToneChip>
  )
}
