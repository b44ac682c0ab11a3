import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { searchQuery } from '~/api/queries'
import type { Product, ProductList } from '~/api/wire'
import { useText } from '~/i18n/useText'
import { readListingSearch, sorts, withoutEmpty, type ListingSearch } from '~/lib/listingSearch'
import { ButtonLink } from '~/ui/Button'
import { Empty } from '~/ui/Empty'
import { Page } from '~/ui/Page'
import { ProductGrid } from '~/ui/ProductGrid'
import { IntentCard } from './IntentCard'
import styles from './Listing.module.css'
import { ListingView, type Budget } from './ListingView'
import { QueryReading } from './QueryReading'

const route = getRouteApi('/search')
const searchSorts = ['relevance', ...sorts] as const

/** What was found for the words in the URL. */
export default function SearchPage() {
  const { t, format } = useText()
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const query = useQuery(searchQuery(search))
  if (!search.q) {
    return (
      <Page title={t('search.label')}>
        <Empty level={1} title={t('search.prompt')} text={t('search.promptText')}>
          <ButtonLink to="/products">{t('later.toProducts')}</ButtonLink>
        </Empty>
      </Page>
    )
  }
  const { data } = query
  const priceWords = data?.understood.find(({ kind }) => kind === 'price')
  const { minPrice, maxPrice } = readListingSearch(priceWords?.filter ?? {})
  const budget: Budget = withoutEmpty({ minPrice, maxPrice })
  return (
    <Page title={search.q}>
      <div className={styles.head}>
        <h1>
          {t('search.showing')} <q><bdi>{search.q}</bdi></q>
        </h1>
        <p role="status">{data && t('search.results', { count: data.total, n: format.count(data.total) })}</p>
      </div>
      <ListingView
        query={query}
        search={search}
        budget={budget}
        onChange={(next, replace) => void navigate({ search: withOwnPrice(next, search, budget, priceWords?.words), replace, resetScroll: false })}
        sorts={searchSorts}
        defaultSort="relevance"
        none={<NothingFound intent={data?.intent ?? null} nearby={data?.nearby ?? []} />}
      >
        {data && (
          <>
            <IntentCard intent={data.intent} />
            <QueryReading answer={data} search={search} onChange={(next) => void navigate({ search: next })} />
          </>
        )}
      </ListingView>
    </Page>
  )
}

/** A price that is set by hand takes the place of the one that the words ask for; the fields' own showing of that one is no filter. */
function withOwnPrice(next: ListingSearch, search: ListingSearch, budget: Budget, words: string | undefined): ListingSearch {
  if (words === undefined) return next
  const isShown = next.minPrice === budget.minPrice && next.maxPrice === budget.maxPrice
  if (isShown) return withoutEmpty({ ...next, minPrice: search.minPrice, maxPrice: search.maxPrice })
  const isChanged = next.minPrice !== search.minPrice || next.maxPrice !== search.maxPrice
  return isChanged ? { ...next, literal: [...(next.literal ?? []), words] } : next
}

/** Nothing found: another try, and what comes near a model that does not exist or a thing that nobody sells. */
function NothingFound({ intent, nearby }: { intent: ProductList['intent']; nearby: Product[] }) {
  const { t } = useText()
  // The card above says all there is to say.
  if (intent?.kind === 'build') return null
  if (intent?.kind === 'notSold') {
    return (
      <>
        <Empty title={t('search.notSoldTitle', { words: intent.words })} text={nearby.length > 0 ? t('search.notSoldNear') : t('search.noneText')} />
        <ProductGrid products={nearby} />
      </>
    )
  }
  if (nearby.length > 0) {
    return (
      <>
        <p className={styles.understood}>{t('search.nearby')}</p>
        <ProductGrid products={nearby} />
      </>
    )
  }
  return (
    <Empty title={t('search.noneTitle')} text={t('search.noneText')}>
      <ButtonLink to="/products">{t('later.toProducts')}</ButtonLink>
    </Empty>
  )
}
