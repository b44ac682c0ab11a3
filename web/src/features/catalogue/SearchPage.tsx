import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import type { ProductList } from '~/api/wire'
import { withMoreTexts } from '~/i18n'
import { useText } from '~/i18n/useText'
import { searchQuery } from '~/lib/listingQueries'
import { sorts, withoutEmpty } from '~/lib/listingSearch'
import { Page } from '~/ui/Page'
import styles from './Listing.module.css'
import type { QueryPrice } from './filterChanges'
import { ListingView } from './ListingView'
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
        queryPrice={data && readQueryPrice(data.understood)}
        onChange={(next, replace) => void navigate({ search: next, replace, resetScroll: false })}
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

/** Returns the price range that the words of a query name. Of several lower bounds the last one counts, as in the search. */
function readQueryPrice(understood: ProductList['understood']): QueryPrice | undefined {
  const parts = understood.filter(({ kind }) => kind === 'price')
  if (parts.length === 0) return undefined
  const filter: Record<string, string[]> = Object.assign({}, ...parts.map((part) => part.filter))
  const amount = (name: string) => filter[name] && Number(filter[name])
  return {
    range: withoutEmpty({ minPrice: amount('minPrice'), maxPrice: amount('maxPrice') }),
    words: parts.map(({ words }) => words),
  }
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
