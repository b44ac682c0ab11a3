import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import type { ProductList } from '~/api/wire'
import { withMoreTexts } from '~/i18n'
import { useText } from '~/i18n/useText'
import { searchQuery } from '~/lib/listingQueries'
import { readListingSearch, sorts, withoutEmpty, type ListingSearch } from '~/lib/listingSearch'
import { Page } from '~/ui/Page'
import styles from './Listing.module.css'
import { ListingView, type PriceRange } from './ListingView'
import { QueryInterpretation } from './QueryInterpretation'

const IntentCard = lazy(withMoreTexts(() => import('./IntentCard').then((found) => ({ default: found.IntentCard }))))

const SearchPrompt = lazy(
  withMoreTexts(() => import('./NoSearchResults').then((found) => ({ default: found.SearchPrompt }))),
)
const NoSearchResults = lazy(
  withMoreTexts(() => import('./NoSearchResults').then((found) => ({ default: found.NoSearchResults }))),
)

const route = getRouteApi('/search')
const searchSorts = ['relevance', ...sorts] as const

/** Results for the query in the URL. */
export default function SearchPage() {
  const { t, format } = useText()
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const query = useQuery(searchQuery(search))
  if (!search.q) {
    return (
      <Page title={t('search.label')}>
        <Suspense>
          <SearchPrompt />
        </Suspense>
      </Page>
    )
  }
  const { data } = query
  const priceWords = data?.understood.find(({ kind }) => kind === 'price')
  const { minPrice, maxPrice } = readListingSearch(priceWords?.filter ?? {})
  const queryPriceRange: PriceRange = withoutEmpty({ minPrice, maxPrice })
  return (
    <Page wide title={search.q}>
      <div className={styles.head}>
        <h1>
          {t('search.showing')}{' '}
          <q>
            <bdi>{search.q}</bdi>
          </q>
        </h1>
        <p role="status">{data && t('search.results', { count: data.total, n: format.count(data.total) })}</p>
      </div>
      <ListingView
        query={query}
        search={search}
        queryPriceRange={queryPriceRange}
        onChange={(next, replace) =>
          void navigate({
            search: withUserPrice(next, search, queryPriceRange, priceWords?.words),
            replace,
            resetScroll: false,
          })
        }
        sorts={searchSorts}
        defaultSort="relevance"
        emptyMessage={
          <Suspense>
            <NoSearchResults intent={data?.intent ?? null} nearby={data?.nearby ?? []} />
          </Suspense>
        }
      >
        {data && (
          <>
            <QueryIntent intent={data.intent} />
            <QueryInterpretation answer={data} search={search} onChange={(next) => void navigate({ search: next })} />
          </>
        )}
      </ListingView>
    </Page>
  )
}

/** The card for a query that asks for a comparison or a whole PC; its code loads only for such a query. */
function QueryIntent({ intent }: { intent: ProductList['intent'] }) {
  if (intent?.kind !== 'comparison' && intent?.kind !== 'build') return null
  return (
    <Suspense>
      <IntentCard intent={intent} />
    </Suspense>
  )
}

/**
 * Returns the search after a change of the filters, where `words` of the query name a price range. The price fields
 * show the bounds of the filter and, where it has none, those of this range. If they still do, the filter stays as it
 * was. If the user has set another range, that one is the filter, and the words are searched literally. Without a
 * filter, as after "Clear filters", the words' own range counts again.
 */
function withUserPrice(
  next: ListingSearch,
  search: ListingSearch,
  queryPriceRange: PriceRange,
  words: string | undefined,
): ListingSearch {
  if (words === undefined) return next
  const { minPrice, maxPrice } = search
  const isShown =
    next.minPrice === (minPrice ?? queryPriceRange.minPrice) && next.maxPrice === (maxPrice ?? queryPriceRange.maxPrice)
  if (isShown) return withoutEmpty({ ...next, minPrice, maxPrice })
  if (next.minPrice === undefined && next.maxPrice === undefined) return next
  const isChanged = next.minPrice !== search.minPrice || next.maxPrice !== search.maxPrice
  return isChanged ? { ...next, literal: [...(next.literal ?? []), words] } : next
}
