import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { Suspense, useMemo } from 'react'
import { ApiError } from '~/api/client'
import { PAGE_SIZE } from '~/api/limits'
import type { Category, DealList } from '~/api/wire'
import { useText } from '~/i18n/useText'
import { categories } from '~/lib/categories'
import { ButtonLink } from '~/lib/ButtonLink'
import { ProductGrid, ProductGridSkeleton } from '~/lib/product/ProductGrid'
import { Chip } from '~/ui/Chip'
import { Empty } from '~/ui/Empty'
import { ErrorAlert } from '~/ui/ErrorAlert'
import { SelectField } from '~/ui/Field'
import { lazyPiece } from '~/ui/lazyPiece'
import { Page } from '~/ui/Page'
import { useRetailerName } from '~/ui/RetailerLabel'
import styles from './Deals.module.css'
import { dealsQuery, type DealsSearch } from './query'

const Pager = lazyPiece(() => import('~/lib/pager/Pager'), 'Pager')

const route = getRouteApi('/deals')

/** Value of a filter that lets everything through. */
const ALL = ''

/** The products in stock below their usual price, the largest share saved first. */
export default function DealsPage() {
  const { t, format, language } = useText()
  const search = route.useSearch()
  const query = useQuery(dealsQuery(search))
  const title = t('deals.heading')
  return (
    <Page wide title={title}>
      <div className={styles.head}>
        <h1>{title}</h1>
        {query.data && (
          <Chip>{t('listing.count', { count: query.data.total, n: format.count(query.data.total) })}</Chip>
        )}
        <p>{t('deals.lead')}</p>
      </div>
      <Filters found={query.data} search={search} />
      <Results query={query} search={search} />
      <p className={styles.feeds}>
        <a href={`${language === 'ar' ? '/ar' : ''}/deals.rss`}>{t('deals.feed')}</a>
        <a href={`${language === 'ar' ? '/ar' : ''}/deals.json`}>{t('deals.jsonFeed')}</a>
      </p>
    </Page>
  )
}

/** The choice of a category and of a shop; each names the number of its deals. */
function Filters({ found, search }: { found: DealList | undefined; search: DealsSearch }) {
  const { t, format } = useText()
  const navigate = route.useNavigate()
  const retailerName = useRetailerName()
  const option = (value: string, name: string, deals: number) => ({
    value,
    label: t('deals.option', { name, n: format.count(deals) }),
  })
  const kinds = categories.flatMap(({ type }) => {
    const entry = found?.categories.find(({ category }) => category === type)
    return entry ? [option(type, t(`category.${type}.many`), entry.deals)] : []
  })
  const shops = (found?.retailers ?? []).map(({ retailer, deals }) => option(retailer, retailerName(retailer), deals))
  const [category, retailer] = [search.category?.[0], search.retailer?.[0]]
  const kindName = (type: string) => t(`category.${type as Category}.many`, { defaultValue: type })
  const change = (changes: DealsSearch) =>
    void navigate({ search: { ...search, ...changes, page: undefined }, resetScroll: false })
  return (
    <div className={styles.filters}>
      <SelectField
        label={t('deals.category')}
        value={category ?? ALL}
        options={[{ value: ALL, label: t('deals.allCategories') }, ...withChosen(kinds, category, kindName)]}
        onChange={(kind) => change({ category: kind === ALL ? undefined : [kind] })}
      />
      <SelectField
        label={t('deals.shop')}
        value={retailer ?? ALL}
        options={[
          { value: ALL, label: t('deals.allShops') },
          ...withChosen(shops, retailer, (slug) => retailerName(slug)),
        ]}
        onChange={(shop) => change({ retailer: shop === ALL ? undefined : [shop] })}
      />
    </div>
  )
}

type Option = { value: string; label: string }

/** Returns the options with the chosen one, which may have no deals, by its name. */
function withChosen(options: Option[], chosen: string | undefined, nameOf: (value: string) => string): Option[] {
  return chosen === undefined || options.some(({ value }) => value === chosen)
    ? options
    : [...options, { value: chosen, label: nameOf(chosen) }]
}

type ResultsProps = {
  query: { data?: DealList; error: Error | null; isPlaceholderData: boolean; refetch: () => unknown }
  search: DealsSearch
}

function Results({ query: { data, error, isPlaceholderData, refetch }, search }: ResultsProps) {
  const { t } = useText()
  // The cards say the share below the usual price, by which the list is ordered: the drop of the last days is another number.
  const products = useMemo(() => data?.products.map((product) => ({ ...product, dropPercent: null })) ?? [], [data])
  if (error instanceof ApiError && error.status === 422) return <NoDeals isFiltered text={t('deals.emptyFiltered')} />
  if (!data)
    return error ? (
      <ErrorAlert text={t('deals.error')} onRetry={() => void refetch()} />
    ) : (
      <ProductGridSkeleton view="grid" />
    )
  const isFiltered = search.category !== undefined || search.retailer !== undefined
  const pages = Math.ceil(data.total / PAGE_SIZE)
  if (data.products.length === 0) {
    const empty = isFiltered ? t('deals.emptyFiltered') : t('deals.empty')
    return (
      <NoDeals
        isFiltered={isFiltered || search.page !== undefined}
        text={data.total > 0 && search.page !== undefined ? t('deals.pastEnd') : empty}
      />
    )
  }
  return (
    <>
      {error && <ErrorAlert text={t('deals.error')} onRetry={() => void refetch()} />}
      <h2 className="sr">{t('listing.products')}</h2>
      <ProductGrid products={products} wide stale={isPlaceholderData} />
      {pages > 1 && (
        <Suspense fallback={<div className={styles.pages} />}>
          <Pager page={search.page ?? 1} pages={pages} />
        </Suspense>
      )}
    </>
  )
}

function NoDeals({ isFiltered, text }: { isFiltered: boolean; text: string }) {
  const { t } = useText()
  return (
    <Empty title={text}>
      {isFiltered && (
        <ButtonLink to="/deals" search={{}}>
          {t('deals.clear')}
        </ButtonLink>
      )}
    </Empty>
  )
}
