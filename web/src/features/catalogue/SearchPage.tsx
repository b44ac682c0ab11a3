import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
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
  const budget: PriceRange = withoutEmpty({ minPrice, maxPrice })
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
        budget={budget}
        onChange={(next, replace) =>
          void navigate({ search: withOwnPrice(next, search, budget, priceWords?.words), replace, resetScroll: false })
        }
        sorts={searchSorts}
        defaultSort="relevance"
        none={
          <Suspense>
            <NoSearchResults intent={data?.intent ?? null} nearby={data?.nearby ?? []} />
          </Suspense>
        }
      >
        {data && (
          <>
            {(data.intent?.kind === 'comparison' || data.intent?.kind === 'build') && (
              <Suspense>
                <IntentCard intent={data.intent} />
              </Suspense>
            )}
            <QueryInterpretation answer={data} search={search} onChange={(next) => void navigate({ search: next })} />
          </>
        )}
      </ListingView>
    </Page>
  )
}

/**
 * Replaces the price in the query's words by one that the user sets: the words are then searched literally. Where the
 * fields only show the words' own price, it is not set as a filter.
 */
function withOwnPrice(
  next: ListingSearch,
  search: ListingSearch,
  budget: PriceRange,
  words: string | undefined,
): ListingSearch {
  if (words === undefined) return next
  const isShown = next.minPrice === budget.minPrice && next.maxPrice === budget.maxPrice
  if (isShown) return withoutEmpty({ ...next, minPrice: search.minPrice, maxPrice: search.maxPrice })
  const isChanged = next.minPrice !== search.minPrice || next.maxPrice !== search.maxPrice
  return isChanged ? { ...next, literal: [...(next.literal ?? []), words] } : next
}
