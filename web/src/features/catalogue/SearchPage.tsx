import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { Suspense, useEffect } from 'react'
import type { ProductList } from '~/api/wire'
import { withTexts } from '~/i18n'
import { useText } from '~/i18n/useText'
import { latinDigits } from '~/lib/latinDigits'
import { searchQuery } from '~/lib/listingQueries'
import { withoutEmpty } from '~/lib/listingSearch'
import { safePath } from '~/lib/safePath'
import { Page } from '~/ui/Page'
import styles from './Listing.module.css'
import type { QueryPrice } from './filterChanges'
import { ListingView } from './ListingView'
import { useCountedClick } from './useCountedClick'
import { lazyPiece } from '~/ui/lazyPiece'

const QueryInterpretation = lazyPiece(
  withTexts(['interpretation'], () => import('./QueryInterpretation')),
  'QueryInterpretation',
)
// In parallel with the search, whose answer it explains.
void QueryInterpretation.preload()
const IntentCard = lazyPiece(
  withTexts(['interpretation', 'partsList', 'seldomUsed'], () => import('./IntentCard')),
  'IntentCard',
)

const SearchPrompt = lazyPiece(
  withTexts(['seldomUsed'], () => import('./NoSearchResults')),
  'SearchPrompt',
)
const NoSearchResults = lazyPiece(
  withTexts(['seldomUsed'], () => import('./NoSearchResults')),
  'NoSearchResults',
)

const route = getRouteApi('/search')

/** Results for the query in the URL. */
export default function SearchPage() {
  const { t, format } = useText()
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const query = useQuery({
    ...searchQuery(search),
    // Results of other words are not shown meanwhile: what the page says of its words would not be true of these.
    placeholderData: (previous, before) => (before?.queryKey[2].q === search.q ? previous : undefined),
  })
  const redirect = query.isPlaceholderData ? null : (query.data?.redirect ?? null)
  useEffect(() => {
    // An administrator leads this text to a page.
    if (redirect !== null) void navigate({ href: safePath(redirect), replace: true })
  }, [redirect, navigate])
  useCountedClick(search.q, search.page ?? 1, query.data?.products)
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
        queryPrice={data && readQueryPrice(search.q, data.understood)}
        onChange={(next, replace) => void navigate({ search: next, replace, resetScroll: false })}
        // A whole PC, or products near to what nobody sells, are told whatever is filtered.
        emptyMessageAlways={data && (data.intent !== null || data.nearby.length > 0)}
        emptyMessage={
          <Suspense>
            <NoSearchResults intent={data?.intent ?? null} nearby={data?.nearby ?? []} />
          </Suspense>
        }
      >
        {data && (
          <>
            <QueryIntent intent={data.intent} />
            <Suspense fallback={data.understood.length > 0 && <div className={styles.understood} />}>
              <QueryInterpretation answer={data} search={search} onChange={(next) => void navigate({ search: next })} />
            </Suspense>
          </>
        )}
      </ListingView>
    </Page>
  )
}

/**
 * Returns the price range that the words of a query name. Of several different bounds the last one counts, as in the
 * search; of equal ones, the response names the first.
 */
function readQueryPrice(query: string, understood: ProductList['understood']): QueryPrice | undefined {
  const parts = understood.filter(({ kind }) => kind === 'price')
  if (parts.length === 0) return undefined
  const filter: Record<string, string[]> = Object.assign({}, ...parts.map((part) => part.filter))
  const amount = (name: string) => filter[name] && Number(filter[name])
  return {
    range: withoutEmpty({ minPrice: amount('minPrice'), maxPrice: amount('maxPrice') }),
    words: parts.map(({ words }) => words),
    rest: withoutWords(
      query,
      parts.map(({ words }) => words),
    ),
  }
}

/** Letters that the search compares as one, beside upper and lower case. */
const ALIKE: Record<string, string> = { أ: 'ا', إ: 'ا', آ: 'ا', ة: 'ه', ى: 'ي' }

/**
 * Returns a query without words in the form in which the api compares them: `gpu` of `GPU below 1,200 KD` without
 * `below 1200 kd`. Undefined where they are not found in it, or where nothing would be left.
 */
function withoutWords(query: string, words: string[]): string | undefined {
  let rest = query
  for (const part of words) {
    const folded = latinDigits(rest.toLowerCase()).replace(/[أإآةى]/g, (one) => ALIKE[one] ?? one)
    const pattern = part
      .replace(/[^\p{L}\p{N} ]/gu, String.raw`\$&`)
      .replace(/(?<=\d)(?=\d)/g, ',?')
      .replaceAll(' ', String.raw`[\s.]*`)
    const found = folded.length === rest.length && new RegExp(String.raw`(?<=^|\s)${pattern}(?=\s|$)`).exec(folded)
    if (!found) return undefined
    rest = `${rest.slice(0, found.index)} ${rest.slice(found.index + found[0].length)}`
  }
  return rest.replace(/\s+/g, ' ').trim() || undefined
}

/** The card for a query that asks for a comparison, a fit or a whole PC; its code loads only for such a query. */
function QueryIntent({ intent }: { intent: ProductList['intent'] }) {
  if (intent === null || intent.kind === 'notCarried') return null
  return (
    <Suspense>
      <IntentCard intent={intent} />
    </Suspense>
  )
}
