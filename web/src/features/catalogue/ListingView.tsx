import type { UseQueryResult } from '@tanstack/react-query'
import { Suspense, useDeferredValue, useEffect, useId, useState, type ReactNode } from 'react'
import { MAX_PAGE, PAGE_SIZE } from '~/api/limits'
import { ApiError } from '~/api/client'
import type { Facet, Product, Understood } from '~/api/wire'
import { withTexts } from '~/i18n'
import { useText } from '~/i18n/useText'
import { isValueSort, withoutFilters, type ListingSearch, type ValueSort } from '~/lib/listingSearch'
import { useCompare } from '~/lib/product/compareStore'
import { onlyCategory } from '~/lib/product/onlyCategory'
import { usePreferences } from '~/lib/preferences'
import { useMediaQuery } from '~/lib/useMediaQuery'
import { useStableCallback } from '~/lib/useStableCallback'
import { withUserPrice, type QueryPrice } from './filterChanges'
import { Button } from '~/ui/Button'
import { ErrorAlert } from '~/ui/ErrorAlert'
import { Icon } from '~/ui/Icon'
import { panelClass } from '~/ui/Panel'
import { ProductGrid, ProductGridSkeleton } from '~/lib/product/ProductGrid'
import { classNames } from '~/ui/classNames'
import { activeFilters } from './activeFilters'
import { ActiveFilters } from './ActiveFilters'
import styles from './Listing.module.css'
import { ListingAlertButton } from './ListingAlertButton'
import { ListingTools } from './ListingTools'
import { whenIdle } from './whenIdle'
import { lazyDialog } from '~/lib/dialog/lazyDialog'
import { lazyPiece } from '~/ui/lazyPiece'

/** The last page that the api answers: `MAX_PAGE` is the limit at one product a page. */
const LAST_PAGE = Math.floor(MAX_PAGE / PAGE_SIZE)

const wideScreen = '(min-width: 62rem)'
// On wide screens the filters load in parallel with the products; on narrow ones together with their drawer, when the
// browser is idle.
const FilterPanel = lazyPiece(
  withTexts(['facets'], () => import('./FilterPanel')),
  'FilterPanel',
)
if (window.matchMedia(wideScreen).matches) void FilterPanel.preload()
const FilterDrawer = lazyDialog(
  withTexts(['facets'], () => import('./FilterDrawer')),
  'FilterDrawer',
)
const CompareTray = lazyPiece(
  withTexts(['browsing'], () => import('./CompareTray')),
  'CompareTray',
)
const ProductTable = lazyPiece(
  withTexts(['browsing'], () => import('./ProductTable')),
  'ProductTable',
)
// Below the products, whose space is reserved.
const Pager = lazyPiece(() => import('~/lib/pager/Pager'), 'Pager')
// Messages for a page without products.
const loadEmpty = withTexts(['browsing'], () => import('./EmptyListing'))
const UnknownFilter = lazyPiece(loadEmpty, 'UnknownFilter')
const AfterLastPage = lazyPiece(loadEmpty, 'AfterLastPage')
const NoMatchingProducts = lazyPiece(loadEmpty, 'NoMatchingProducts')

/** The common part of a listing's and a search's response. */
type ListingResponse = {
  products: Product[]
  total: number
  facets: Record<string, Facet>
  page: number
  understood?: Understood[]
}

type ListingViewProps = {
  query: UseQueryResult<ListingResponse>
  search: ListingSearch
  onChange: (search: ListingSearch, replace?: boolean) => void
  /** The label of the field that searches inside the listing; none on the search page. */
  searchLabel?: string
  /** Whether the page shows one category, which its path names. */
  singleCategory?: boolean
  /** Further parameters of the listing's request: the category that its path names, and the parts to fit. */
  category?: string
  partsToFit?: string[]
  /** The price fields show this range until the user changes them. */
  queryPrice?: QueryPrice
  /** Shown where nothing is found although no filter is set. */
  emptyMessage: ReactNode
  /** Whether `emptyMessage` is shown where filters are set too, in place of the advice to remove them. */
  emptyMessageAlways?: boolean
  /** Shown between the tools and the products. */
  children?: ReactNode
}

/** Body of every listing and of the search page: filters, tools, products and pages. */
export function ListingView(props: ListingViewProps) {
  const { query, search, onChange, singleCategory = false } = props
  const { t } = useText()
  const [isDrawerOpen, setDrawerOpen] = useState(false)
  const wide = useWideScreen(query.data !== undefined)
  const comparing = useCompare(({ products }) => products.length > 0)
  const [heading, results] = [useId(), useId()]
  const isListView = usePreferences((state) => state.view === 'list')
  const active = activeFilters(search, singleCategory)
  const clear = () => onChange(withoutFilters(search))
  // "In stock" is the default, so it is no filter of the user.
  const chosen = active.filter(({ kind }) => kind !== 'inStock')
  const isFiltered = search.inStock === false || chosen.length > 0
  const panel = useFilterPanel(props)

  return (
    <div
      className={classNames(styles.shell, isListView && singleCategory && styles.dense)}
      data-one-category={singleCategory || undefined}
      data-only-in-stock={search.inStock !== false || undefined}
    >
      <FilterColumn resultsId={results} isFiltered={isFiltered} onClear={clear}>
        {wide && panel}
      </FilterColumn>
      <section id={results} tabIndex={-1} className={styles.main} aria-labelledby={heading}>
        <h2 className="sr" id={heading}>
          {t('listing.products')}
        </h2>
        <ListingTools
          {...props}
          category={onlyCategory(query.data?.products ?? [])}
          filterCount={chosen.length}
          onReachFilters={fetchDrawer}
          onOpenFilters={() => setDrawerOpen(true)}
          alertButton={
            (isFiltered || search.q || props.category) && (
              <ListingAlertButton search={search} category={props.category} />
            )
          }
        />
        <div className={styles.strip}>
          <ActiveFilters filters={active} onChange={onChange} onClear={clear} isFiltered={isFiltered} />
          {props.children}
        </div>
        <Results {...props} isFiltered={isFiltered} />
        <Suspense>{comparing && <CompareTray />}</Suspense>
      </section>
      {isDrawerOpen && (
        <Suspense>
          <FilterDrawer
            total={query.data?.total}
            isFiltered={isFiltered}
            onClear={clear}
            onClose={() => setDrawerOpen(false)}
          >
            {panel}
          </FilterDrawer>
        </Suspense>
      )}
    </div>
  )
}

/**
 * Whether the screen has room for the column of filters. Narrow screens hide it, because its dozens of fields would
 * delay the visible content; they load the drawer once the products are `shown`.
 */
function useWideScreen(shown: boolean): boolean {
  const wide = useMediaQuery(wideScreen)
  useEffect(() => (shown && !wide ? whenIdle(fetchDrawer) : undefined), [shown, wide])
  return wide
}

/** Returns the panel of filters, whose counts follow the products in small steps. */
function useFilterPanel(props: ListingViewProps): ReactNode {
  const { query, search, onChange, queryPrice, singleCategory = false } = props
  const facets = useDeferredValue(query.data?.facets)
  const change = useStableCallback((next: ListingSearch, replace?: boolean) =>
    onChange(queryPrice ? withUserPrice(next, search, queryPrice) : next, replace),
  )
  const shown = { ...queryPrice?.range, ...search }
  return <FilterPanel {...props} facets={facets} search={shown} singleCategory={singleCategory} onChange={change} />
}

/** Preloads the drawer with its filters. */
function fetchDrawer() {
  void FilterDrawer.preload()
  void FilterPanel.preload()
}

/** The column of filters on wide screens. */
function FilterColumn({
  resultsId,
  isFiltered,
  onClear,
  children,
}: {
  /** Id of the results, to which the keyboard may skip. */
  resultsId: string
  isFiltered: boolean
  onClear: () => void
  children: ReactNode
}) {
  const { t } = useText()
  return (
    <aside className={classNames(panelClass, styles.side)} aria-label={t('filters.title')}>
      <a className={styles.skip} href={`#${resultsId}`}>
        {t('filters.skip')}
      </a>
      <div className={styles.sideHead}>
        <h2>
          <Icon name="filter" />
          {t('filters.title')}
        </h2>
        <Button kind="quiet" small disabled={!isFiltered} onClick={onClear}>
          {t('filters.clear')}
        </Button>
      </div>
      <Suspense>{children}</Suspense>
    </aside>
  )
}

/** Stands in place of a listing that could not be loaded. */
function ListingError({
  query: { error, refetch },
  search,
  onChange,
}: Pick<ListingViewProps, 'query' | 'search' | 'onChange'>) {
  const { t } = useText()
  if (error instanceof ApiError && 'page' in error.fields) {
    return (
      <Suspense>
        <AfterLastPage onFirst={() => onChange({ ...search, page: undefined })} />
      </Suspense>
    )
  }
  if (error instanceof ApiError && [400, 422].includes(error.status)) {
    return (
      <Suspense>
        <UnknownFilter onClear={() => onChange({ q: search.q })} />
      </Suspense>
    )
  }
  return <ErrorAlert text={t('listing.error')} onRetry={() => void refetch()} />
}

/** Returns the order in force if it is by value: the chosen one, else the one that words of the query ask for. */
function findValueOrder({ sort }: ListingSearch, understood: Understood[] = []): ValueSort | undefined {
  const [stated] = understood.find(({ kind }) => kind === 'sort')?.filter.sort ?? []
  const order = sort === undefined || sort === 'relevance' ? stated : sort
  return isValueSort(order) ? order : undefined
}

type ResultsProps = ListingViewProps & { isFiltered: boolean }

function Results({ query, search, onChange, emptyMessage, emptyMessageAlways, searchLabel, isFiltered }: ResultsProps) {
  const { t } = useText()
  const view = usePreferences((state) => state.view)
  const { data } = query
  const isTable = useMediaQuery('(min-width: 48rem)') && view === 'list'
  const toFirst = () => onChange({ ...search, page: undefined })
  if (!data)
    return query.isError ? (
      <ListingError query={query} search={search} onChange={onChange} />
    ) : (
      <ProductGridSkeleton view={view} />
    )
  const valueSort = findValueOrder(search, data.understood)
  const pages = Math.max(1, Math.min(Math.ceil(data.total / PAGE_SIZE), LAST_PAGE))
  return (
    <>
      {/* The last response stays visible below the error. */}
      {query.isError && <ErrorAlert text={t('listing.error')} onRetry={() => void query.refetch()} />}
      {data.products.length > 0 &&
        (isTable ? (
          <Suspense fallback={<ProductGridSkeleton view="list" count={PAGE_SIZE} />}>
            <ProductTable
              products={data.products}
              facets={data.facets}
              search={search}
              onChange={onChange}
              valueSort={valueSort}
              stale={query.isPlaceholderData}
            />
          </Suspense>
        ) : (
          <ProductGrid products={data.products} view={view} valueSort={valueSort} stale={query.isPlaceholderData} />
        ))}
      {data.products.length === 0 && (
        <div className={styles.message}>
          <Suspense>
            {data.total > 0 ? (
              <AfterLastPage pages={pages} onFirst={toFirst} />
            ) : !emptyMessageAlways && (isFiltered || (search.q !== undefined && searchLabel !== undefined)) ? (
              <NoMatchingProducts search={search} onChange={onChange} searchedInside={searchLabel !== undefined} />
            ) : (
              emptyMessage
            )}
          </Suspense>
        </div>
      )}
      {data.products.length > 0 && pages > 1 && (
        <Suspense fallback={<div className={styles.pages} />}>
          <Pager page={search.page ?? 1} pages={pages} />
        </Suspense>
      )}
    </>
  )
}
