import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { Suspense, useDeferredValue, useEffect } from 'react'
import { ApiError, client, hasOtherForm } from '~/api/client'
import { productQuery } from '~/api/queries'
import type { ProductDetail } from '~/api/wire'
import { withTexts } from '~/i18n'
import { useText } from '~/i18n/useText'
import { categoryInfo } from '~/lib/categories'
import { Breadcrumb } from '~/ui/Breadcrumb'
import { ButtonLink } from '~/lib/ButtonLink'
import { Empty } from '~/ui/Empty'
import { isOffered } from '~/lib/product/isOffered'
import { cheapestDelivered } from '~/lib/product/offers'
import { ErrorAlert } from '~/ui/ErrorAlert'
import { Name, useProductName } from '~/ui/ProductName'
import { Page } from '~/ui/Page'
import { Panel } from '~/ui/Panel'
import { Loading, Skeleton } from '~/ui/Skeleton'
import { OffersTable } from './OffersTable'
import styles from './Product.module.css'
import { ProductHero } from './ProductHero'
import { SpecTable } from './SpecTable'
import { lazyPiece, renderNothing } from '~/ui/lazyPiece'

// Content below the first screen loads separately.
const PriceHistoryPanel = lazyPiece(
  withTexts(['productPanels'], () => import('./PriceHistoryPanel')),
  'PriceHistoryPanel',
)
const ReviewsPanel = lazyPiece(
  withTexts(['productPanels'], () => import('./ReviewsPanel')),
  'ReviewsPanel',
)
const Alternatives = lazyPiece(
  withTexts(['productPanels'], () => import('./Alternatives')),
  'Alternatives',
  renderNothing,
)

const route = getRouteApi('/product/$productId')

/** Product: its cheapest offer with delivery, every retailer's price, its price history, and its facts. */
export default function ProductPage() {
  const { t } = useText()
  const { productId } = route.useParams()
  const query = useQuery(productQuery(productId))
  if (query.data) return <ProductContent key={query.data.product.id} detail={query.data} />
  if (query.isPending) return <ProductSkeleton />
  // A malformed id is treated as an unknown product.
  const unknown = query.error instanceof ApiError && [400, 404, 422].includes(query.error.status)
  if (unknown) {
    return (
      <Page title={t('product.notFound')}>
        <Empty level={1} title={t('product.notFound')} text={t('product.notFoundText')}>
          <ButtonLink to="/products" kind="filled">
            {t('later.toProducts')}
          </ButtonLink>
        </Empty>
      </Page>
    )
  }
  return (
    <Page title={t('error.title')}>
      <ErrorAlert
        text={t(hasOtherForm(query.error) ? 'product.incomplete' : 'product.failed')}
        onRetry={() => void query.refetch()}
      />
    </Page>
  )
}

function ProductContent({ detail }: { detail: ProductDetail }) {
  const { t } = useText()
  const productName = useProductName()
  const { product, retailers: offers } = detail
  // Content below the first screen renders after it, in small steps.
  const afterFirstRender = useDeferredValue(true, false)
  const isSoldOut = !isOffered(product)
  useEffect(() => {
    const path = { id: product.id }
    // A view that is not counted is no error for the shopper.
    client.POST('/api/products/{id}/views', { params: { path } }).catch(() => undefined)
  }, [product.id])
  return (
    <Page title={t('product.title', { name: productName(product) })}>
      <CategoryPath detail={detail} />
      <ProductHero product={product} offers={offers} />
      {isSoldOut && (
        <Suspense fallback={<div className={styles.instead} />}>
          <Alternatives product={product} instead />
        </Suspense>
      )}
      <div className={styles.columns}>
        <div className={styles.stack}>
          {afterFirstRender && <OffersTable offers={offers} category={product.category} />}
          <Suspense
            fallback={<PanelPlaceholder title={t('history.title')} label={t('history.loading')} height="20rem" />}
          >
            {afterFirstRender && (
              <PriceHistoryPanel
                id={product.id}
                verdict={detail.verdict}
                cheapest={cheapestDelivered(offers)?.offer.retailerSlug}
                inStock={new Set(offers.filter((one) => one.inStock).map((one) => one.retailerSlug))}
              />
            )}
          </Suspense>
          <Suspense
            fallback={
              <PanelPlaceholder id="reviews" title={t('reviews.title')} label={t('reviews.loading')} height="6rem" />
            }
          >
            {afterFirstRender && <ReviewsPanel id={product.id} />}
          </Suspense>
        </div>
        <aside className={styles.stack}>{afterFirstRender && <SpecTable detail={detail} />}</aside>
      </div>
      <Suspense>{afterFirstRender && !isSoldOut && <Alternatives product={product} />}</Suspense>
    </Page>
  )
}

/** The way from the home page over the product's category and its landing pages. */
function CategoryPath({ detail: { product, landingPages } }: { detail: ProductDetail }) {
  const { t, language } = useText()
  const { slug } = categoryInfo(product.category)
  return (
    <Breadcrumb here={<Name product={product} />}>
      <Link to="/">{t('nav.home')}</Link>
      {slug ? (
        <Link to="/$category" params={{ category: slug }}>
          {t(`category.${product.category}.many`)}
        </Link>
      ) : (
        <Link to="/products">{t('nav.all')}</Link>
      )}
      {slug &&
        landingPages.map(({ slug: landing, label, labelAr }) => (
          <Link key={landing} to="/$category/$landing" params={{ category: slug, landing }}>
            <bdi>{language === 'ar' ? labelAr : label}</bdi>
          </Link>
        ))}
    </Breadcrumb>
  )
}

/** Placeholder of a panel whose code is loading. */
function PanelPlaceholder({ id, title, label, height }: { id?: string; title: string; label: string; height: string }) {
  return (
    <Panel id={id} title={title}>
      <Loading label={label} className={styles.coming}>
        <Skeleton height={height} />
      </Loading>
    </Panel>
  )
}

function ProductSkeleton() {
  const { t } = useText()
  return (
    <Page title={t('product.loading')}>
      <Loading label={t('product.loading')}>
        <Skeleton width="16rem" className={styles.gap} />
        <div className={styles.hero}>
          <Skeleton height="20rem" />
          <div className={styles.info}>
            <Skeleton width="40%" />
            <Skeleton width="80%" height="2rem" />
            <Skeleton width="30%" />
            <Skeleton height="7rem" />
          </div>
        </div>
        <div className={styles.columns}>
          <Skeleton height="18rem" />
          <Skeleton height="18rem" />
        </div>
      </Loading>
    </Page>
  )
}
