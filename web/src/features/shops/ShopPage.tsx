import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link, useLocation } from '@tanstack/react-router'
import { retailerQuery } from '~/api/queries'
import type { JudgedReductions, Retailer, RetailerCategory } from '~/api/wire'
import { useText } from '~/i18n/useText'
import { ButtonLink } from '~/lib/ButtonLink'
import { categoryInfo } from '~/lib/categories'
import type { ListingSearch } from '~/lib/listingSearch'
import { useErrorText } from '~/lib/useErrorText'
import { Breadcrumb } from '~/ui/Breadcrumb'
import { Empty } from '~/ui/Empty'
import { ErrorAlert } from '~/ui/ErrorAlert'
import { Page } from '~/ui/Page'
import { Panel } from '~/ui/Panel'
import { RetailerMark } from '~/ui/retailerMarks'
import { Loading, Skeleton } from '~/ui/Skeleton'
import styles from './ShopPage.module.css'

const route = getRouteApi('/shop/$slug')

/** The page of a shop: delivery and payment, what it sells, when it was read, and where to reach it. */
export default function ShopPage() {
  const { t, language } = useText()
  const errorText = useErrorText()
  const { slug } = route.useParams()
  const { data, error, isPending, refetch } = useQuery(retailerQuery(slug))
  if (data) {
    const { retailer, categories, reductions } = data
    const name = (language === 'ar' && retailer.nameAr) || retailer.name
    return <ShopContent retailer={retailer} name={name} categories={categories} reductions={reductions} />
  }
  if (data === null) return <UnknownShop />
  return (
    <Page title={t(isPending ? 'shopPage.loading' : 'error.title')}>
      {isPending && (
        <Loading label={t('shopPage.loading')}>
          <Skeleton height="20rem" />
        </Loading>
      )}
      {error && <ErrorAlert text={errorText(error, t('shopPage.failed'))} onRetry={() => void refetch()} />}
    </Page>
  )
}

function UnknownShop() {
  const { t } = useText()
  const path = useLocation({ select: ({ pathname }) => pathname })
  return (
    <Page title={t('error.notFoundTitle')}>
      <Empty level={1} title={t('error.notFoundTitle')} text={t('error.notFoundText', { path })}>
        <ButtonLink to="/" kind="filled">
          {t('later.toBuilder')}
        </ButtonLink>
        <ButtonLink to="/products">{t('later.toProducts')}</ButtonLink>
      </Empty>
    </Page>
  )
}

type ShopContentProps = {
  retailer: Retailer
  name: string
  categories: RetailerCategory[]
  reductions: JudgedReductions | null
}

function ShopContent({ retailer, name, categories, reductions }: ShopContentProps) {
  const { t } = useText()
  return (
    <Page title={t('shopPage.title', { shop: name })}>
      <Breadcrumb here={name}>
        <Link to="/">{t('nav.home')}</Link>
      </Breadcrumb>
      <header className={styles.head}>
        <h1>
          <RetailerMark position={retailer.position} slug={retailer.slug} /> <bdi>{name}</bdi>
        </h1>
        <p>{t('shopPage.lead', { shop: name })}</p>
      </header>
      <div className={styles.panels}>
        <Panel title={t('shopPage.parts')}>
          <Parts retailer={retailer} categories={categories} />
        </Panel>
        <div className={styles.panels}>
          <Panel title={t('shopPage.terms')}>
            <Terms retailer={retailer} />
          </Panel>
          {reductions && (
            <Panel title={t('shopPage.reductions')}>
              <Reductions reductions={reductions} />
            </Panel>
          )}
          <Panel title={t('shopPage.freshness')}>
            <div className={styles.text}>
              <LastRead at={retailer.crawledAt} />
              <p>{t('shopPage.freshnessNote')}</p>
            </div>
          </Panel>
          <Panel title={t('shopPage.contact')}>
            <div className={styles.text}>
              <p>{t('shopPage.contactNote')}</p>
              <p>
                <a href={retailer.url} rel="noopener nofollow">
                  {t('shopPage.website', { shop: name })}
                </a>
              </p>
              <p>
                <Link to="/for-shops">{t('shopPage.yours')}</Link>
              </p>
            </div>
          </Panel>
        </div>
      </div>
    </Page>
  )
}

function Reductions({ reductions: { truthful, judged, needed, days } }: { reductions: JudgedReductions }) {
  const { t, format } = useText()
  const said = { judged: format.count(judged), days: format.count(days) }
  return (
    <div className={styles.text}>
      <p>
        {judged >= needed
          ? t('shopPage.truthful', { ...said, truthful: format.count(truthful) })
          : t('shopPage.fewReductions', { ...said, needed: format.count(needed) })}
      </p>
      <p>{t('shopPage.reductionsNote')}</p>
    </div>
  )
}

function Parts({ retailer, categories }: Pick<ShopContentProps, 'retailer' | 'categories'>) {
  const { t, format } = useText()
  if (categories.length === 0) return <p className={styles.text}>{t('shopPage.noParts')}</p>
  return (
    <ul className={styles.rows}>
      {categories.map(({ category, products }) => (
        <li key={category}>
          <ListingLink category={category} slug={retailer.slug} />
          <span>{t('shopPage.products', { count: products, n: format.count(products) })}</span>
        </li>
      ))}
    </ul>
  )
}

/** The listing of what the shop lists of a category, in stock or not. */
function ListingLink({ category, slug }: { category: RetailerCategory['category']; slug: string }) {
  const { t } = useText()
  const info = categoryInfo(category)
  const name = t(`category.${info.type}.many`)
  const filter: ListingSearch = { retailer: [slug], inStock: false }
  return info.slug === null ? (
    <Link to="/products" search={{ category: [category], ...filter }}>
      {name}
    </Link>
  ) : (
    <Link to="/$category" params={{ category: info.slug }} search={filter}>
      {name}
    </Link>
  )
}

function Terms({ retailer: { shipping, tabby } }: { retailer: Retailer }) {
  const { t, format } = useText()
  const { flat, freeOver } = shipping
  return (
    <dl className={styles.rows}>
      <div>
        <dt>{t('shopPage.delivery')}</dt>
        <dd>
          {flat === null && t('shopPage.deliveryUnknown')}
          {flat === 0 && t('product.free')}
          {flat !== null && flat > 0 && t('shopPage.deliveryFee', { amount: format.money(flat) })}
        </dd>
      </div>
      {freeOver !== null && (
        <div>
          <dt>{t('shopPage.freeDelivery')}</dt>
          <dd>{t('shopPage.freeFrom', { amount: format.money(freeOver) })}</dd>
        </div>
      )}
      <div>
        <dt>{t('shopPage.instalments')}</dt>
        <dd>{t(tabby ? 'shopPage.tabby' : 'shopPage.noTabby')}</dd>
      </div>
    </dl>
  )
}

function LastRead({ at }: { at: string | null }) {
  const { t, format } = useText()
  if (at === null) return <p>{t('shopPage.neverChecked')}</p>
  return (
    <p>
      <time dateTime={at} title={format.fullDay(at)}>
        {t('shopPage.checkedAgo', { ago: format.ago(at) })}
      </time>
    </p>
  )
}
