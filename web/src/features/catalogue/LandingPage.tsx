import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { Suspense } from 'react'
import { useShallow } from 'zustand/react/shallow'
import { landingPagesQuery } from '~/api/queries'
import type { LandingPage as Landing } from '~/api/wire'
import { withTexts } from '~/i18n'
import { useText } from '~/i18n/useText'
import { listPartsToFit, useBuild } from '~/lib/buildStore'
import { categoryBySlug, type CategoryInfo } from '~/lib/categories'
import { listingQuery } from '~/lib/listingQueries'
import { withoutEmpty, withLanding, type ListingSearch } from '~/lib/listingSearch'
import { Chip } from '~/ui/Chip'
import { Icon } from '~/ui/Icon'
import { Page } from '~/ui/Page'
import { ProductGridSkeleton } from '~/lib/product/ProductGrid'
import { FitSwitch } from './FitSwitch'
import styles from './Listing.module.css'
import { ListingView } from './ListingView'
import { lazyPiece, renderNothing } from '~/ui/lazyPiece'

const LandingLinks = lazyPiece(() => import('./LandingLinks'), 'LandingLinks', renderNothing)
const LandingNotFound = lazyPiece(() => import('./LandingNotFound'), 'LandingNotFound')
const NoProducts = lazyPiece(
  withTexts(['seldomUsed'], () => import('./NoProducts')),
  'NoProducts',
)

const route = getRouteApi('/$category/$landing')

/** A landing page: the listing of one chip, socket, capacity or manufacturer of a category. */
export default function LandingPage() {
  const { t } = useText()
  const { category, landing } = route.useParams()
  const info = categoryBySlug(category)
  const query = useQuery({ ...landingPagesQuery(info?.type ?? 'OTHER'), enabled: info !== undefined })
  const landingPage = query.data?.landingPages.find(({ slug }) => slug === landing)
  if (info && landingPage) return <LandingListing key={landingPage.path} info={info} landing={landingPage} />
  if (info && query.isPending) {
    return (
      <Page wide title={t(`category.${info.type}.many`)}>
        <ProductGridSkeleton view="grid" />
      </Page>
    )
  }
  return (
    <Suspense>
      <LandingNotFound path={`/${category}/${landing}`} onRetry={query.isError ? () => void query.refetch() : null} />
    </Suspense>
  )
}

function LandingListing({ info, landing }: { info: CategoryInfo; landing: Landing }) {
  const { t, format, language } = useText()
  const own = route.useSearch()
  const navigate = route.useNavigate()
  const search = withLanding(own, landing)
  const partsToFit = useBuild(useShallow((state) => listPartsToFit(info.type, state)))
  const query = useQuery(listingQuery({ ...search, category: [info.type] }, partsToFit))
  const name = language === 'ar' ? landing.nameAr : landing.name
  const prices = query.data?.facets.price
  // Today's lowest price of the whole page; not shown while further filters, or the fit to a build, narrow the listing.
  const isWhole = !query.data?.hidden && Object.keys(own).every((key) => key === 'page')
  const lowest = isWhole && prices?.type === 'range' && format.money(prices.min)
  const change = (next: ListingSearch, replace = false) => {
    const { [landing.parameter as 'spec.socket']: values, ...rest } = next
    const to = { params: { category: info.slug ?? '', landing: landing.slug }, replace, resetScroll: false }
    // Another value of the page's own filter leads to the category's listing.
    const isSameLanding = values?.length === 1 && values[0] === landing.value
    void (isSameLanding
      ? navigate({ ...to, search: withoutEmpty(rest) })
      : navigate({ ...to, to: '/$category', search: next }))
  }
  return (
    <Page wide title={lowest ? t('landing.titleFrom', { name, price: lowest }) : t('landing.title', { name })}>
      <Head info={info} name={name} />
      <div className={styles.facts}>
        {lowest && <Chip kind="accent">{t('landing.from', { price: lowest })}</Chip>}
        {query.data && (
          <Chip>{t('listing.count', { count: query.data.total, n: format.count(query.data.total) })}</Chip>
        )}
      </div>
      <ListingView
        query={query}
        search={search}
        onChange={change}
        searchLabel={t(`category.${info.type}.search`)}
        singleCategory
        category={info.type}
        partsToFit={partsToFit}
        emptyMessage={<NoProducts />}
      >
        <FitSwitch category={info.type} search={search} list={query.data} onChange={change} />
      </ListingView>
      {!query.isPending && (
        <Suspense fallback={<div className={styles.links} />}>
          <LandingLinks info={info} besides={landing.slug} />
        </Suspense>
      )}
    </Page>
  )
}

function Head({ info, name }: { info: CategoryInfo; name: string }) {
  const { t } = useText()
  return (
    <>
      <nav className={styles.way} aria-label={t('nav.breadcrumb')}>
        <Link to="/">{t('nav.home')}</Link>
        <Link to="/$category" params={{ category: info.slug ?? '' }}>
          {t(`category.${info.type}.many`)}
        </Link>
        <bdi aria-current="page">{name}</bdi>
      </nav>
      <div className={styles.head}>
        <Icon name={info.icon} size="l" />
        <h1>{t('landing.title', { name })}</h1>
      </div>
    </>
  )
}
