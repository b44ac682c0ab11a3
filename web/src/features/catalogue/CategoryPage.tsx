import { useQuery } from '@tanstack/react-query'
import { Suspense } from 'react'
import { getRouteApi } from '@tanstack/react-router'
import { useShallow } from 'zustand/react/shallow'
import { withTexts } from '~/i18n'
import { useText } from '~/i18n/useText'
import { listPartsToFit, useBuild } from '~/lib/buildStore'
import { categoryBySlug, type CategoryInfo } from '~/lib/categories'
import { listingQuery } from '~/lib/listingQueries'
import { Chip } from '~/ui/Chip'
import { Icon } from '~/ui/Icon'
import { Page } from '~/ui/Page'
import { FitSwitch } from './FitSwitch'
import styles from './Listing.module.css'
import { ListingView } from './ListingView'
import { lazyPiece, renderNothing } from '~/ui/lazyPiece'

// Requested only beside a build, as the fit of each card is.
const BuildUnknownNote = lazyPiece(
  withTexts(['browsing'], () => import('~/lib/fit/BuildUnknownNote')),
  'BuildUnknownNote',
  renderNothing,
)
const InvalidCategory = lazyPiece(
  withTexts(['seldomUsed'], () => import('./InvalidCategory')),
  'InvalidCategory',
)
const LandingLinks = lazyPiece(
  withTexts(['landing'], () => import('./LandingLinks')),
  'LandingLinks',
  renderNothing,
)
const NoProducts = lazyPiece(
  withTexts(['seldomUsed'], () => import('./NoProducts')),
  'NoProducts',
)

const route = getRouteApi('/$category')

/** The listing of one category, which the path names. */
export default function CategoryPage() {
  const { category } = route.useParams()
  const info = categoryBySlug(category)
  return info ? (
    // Another category begins anew: neither results nor half-typed fields belong to it.
    <CategoryListing key={info.type} info={info} />
  ) : (
    <Suspense>
      <InvalidCategory path={`/${category}`} />
    </Suspense>
  )
}

function CategoryListing({ info }: { info: CategoryInfo }) {
  const { t, format } = useText()
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const partsToFit = useBuild(useShallow((state) => listPartsToFit(info.type, state)))
  const query = useQuery(listingQuery({ ...search, category: [info.type] }, partsToFit))
  const title = t(`category.${info.type}.many`)
  return (
    <Page wide title={t('listing.title', { category: t(`category.${info.type}.one`) })}>
      <div className={styles.head}>
        <Icon name={info.icon} size="l" />
        <h1>{title}</h1>
        {info.required && (
          <span className={styles.required}>
            <Chip kind="accent">{t('listing.required')}</Chip>
          </span>
        )}
        {query.data && (
          <Chip>{t('listing.count', { count: query.data.total, n: format.count(query.data.total) })}</Chip>
        )}
      </div>
      <ListingView
        query={query}
        search={search}
        onChange={(next, replace) => void navigate({ search: next, replace, resetScroll: false })}
        searchLabel={t(`category.${info.type}.search`)}
        singleCategory
        category={info.type}
        partsToFit={partsToFit}
        emptyMessage={<NoProducts />}
      >
        <FitSwitch
          category={info.type}
          search={search}
          list={query.data}
          onChange={(next) => void navigate({ search: next, resetScroll: false })}
        />
      </ListingView>
      {/* Below the products, which it would push down. */}
      <Suspense>
        {partsToFit.length > 0 && query.data && query.data.products.length > 1 && (
          <BuildUnknownNote ids={query.data.products.map(({ id }) => id)} />
        )}
      </Suspense>
      {/* Left out beside the placeholders of a listing: if nothing is found, the links would move up by a screen. */}
      {!query.isPending && (
        <Suspense fallback={<div className={styles.links} />}>
          <LandingLinks info={info} />
        </Suspense>
      )}
    </Page>
  )
}
