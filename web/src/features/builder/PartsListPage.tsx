import { useQueries } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useState } from 'react'
import { ApiError } from '~/api/client'
import { productQuery } from '~/api/queries'
import type { Offer, ProductDetail } from '~/api/wire'
import { useText } from '~/i18n/useText'
import { chosenIds, MAX_QUANTITY, multiplyKwd } from '~/lib/build'
import { useBuild } from '~/lib/buildStore'
import { sumKwd } from '~/lib/money'
import { ButtonLink } from '~/lib/ButtonLink'
import { Button } from '~/ui/Button'
import { classNames } from '~/ui/classNames'
import { Empty } from '~/ui/Empty'
import { ErrorAlert } from '~/ui/ErrorAlert'
import { Name, useProductName } from '~/ui/ProductName'
import { Page } from '~/ui/Page'
import { panelClass } from '~/ui/Panel'
import { PartThumb } from '~/ui/PartPicture'
import { UnknownValue, Price } from '~/ui/Price'
import { RetailerLabel, useRetailerName } from '~/ui/RetailerLabel'
import { Loading, Skeleton } from '~/ui/Skeleton'
import { useSavedBuildName } from '~/lib/useSavedBuildName'
import { useErrorText } from '~/lib/useErrorText'
import styles from './PartsList.module.css'

const route = getRouteApi('/parts-list')
/** Maximum number of different parts, more than any build has; further ids of a longer link are ignored. */
const MAX_LISTED = 30

/**
 * The parts named in the URL as a list to print: each retailer's price, and the total at each retailer. A part named
 * twice is bought twice.
 */
export default function PartsListPage() {
  const { t, format } = useText()
  const named = route.useSearch().part ?? []
  const ids = [...new Set(named)].slice(0, MAX_LISTED)
  const quantity = (id: string) => Math.min(named.filter((one) => one === id).length, MAX_QUANTITY)
  const queries = useQueries({ queries: ids.map(productQuery) })
  const details = queries.flatMap((query) => query.data ?? [])
  const pending = queries.some((query) => query.isPending)
  const unknown = ids.filter((_, index) => isUnknown(queries[index]?.error))
  const failed = queries.find((query) => query.isError && !isUnknown(query.error))?.error
  const errorText = useErrorText()
  const build = useBuild((state) => state.currentBuild)
  const nameOf = useSavedBuildName()
  const isCurrent = named.length > 0 && chosenIds(build.components).toSorted().join() === named.toSorted().join()
  if (ids.length === 0) {
    return (
      <Page title={t('partsList.title')}>
        <Empty level={1} title={t('partsList.emptyTitle')} text={t('partsList.emptyText')}>
          <ButtonLink to="/" kind="filled">
            {t('later.toBuilder')}
          </ButtonLink>
        </Empty>
      </Page>
    )
  }
  return (
    <Page title={t('partsList.title')}>
      <ListHead name={isCurrent ? nameOf(build) : null} />
      {failed && (
        <ErrorAlert
          text={errorText(failed, t('partsList.error'))}
          onRetry={() => queries.forEach((query) => query.isError && void query.refetch())}
        />
      )}
      {unknown.length > 0 && (
        <p className={styles.unknown}>
          {t('partsList.notFound', { count: unknown.length, n: format.count(unknown.length), ids: unknown.join(', ') })}
        </p>
      )}
      {pending && (
        <Loading label={t('listing.loading')}>
          <Skeleton height="12rem" />
        </Loading>
      )}
      {/* All rows at once: rows that arrive one by one would push those that are being read. */}
      {!pending && details.length > 0 && (
        <PartsTable parts={details.map((detail) => ({ detail, quantity: quantity(detail.product.id) }))} />
      )}
    </Page>
  )
}

/** The title with the day of the list. `name`: the builder's own build, where the list is of its parts. */
function ListHead({ name }: { name: string | null }) {
  const { t, format } = useText()
  const [now] = useState(() => new Date().toISOString())
  return (
    <div className={styles.head}>
      <div>
        <h1>{t('partsList.title')}</h1>
        <p className={styles.of}>
          {name !== null && (
            <>
              <bdi>{name}</bdi>
              {' · '}
            </>
          )}
          <time>{format.fullDay(now)}</time>
        </p>
        <p>{t('partsList.lead')}</p>
      </div>
      <Button className={styles.print} onClick={() => window.print()}>
        {t('partsList.print')}
      </Button>
    </div>
  )
}

function isUnknown(error: unknown): boolean {
  return error instanceof ApiError && [400, 404, 422].includes(error.status)
}

/** Returns the cheapest offer of a retailer that has the product in stock. */
function offerAt(detail: ProductDetail, slug: string): Offer | undefined {
  const offers = detail.retailers.filter((offer) => offer.retailerSlug === slug && offer.inStock)
  return offers.toSorted((a, b) => a.price - b.price)[0]
}

type ListedPart = { detail: ProductDetail; quantity: number }

/** The retailers of the table's columns: their slugs in order, and their names. */
type Columns = { slugs: string[]; names: Map<string, string> }

function PartsTable({ parts }: { parts: ListedPart[] }) {
  const { t } = useText()
  const offers = parts.flatMap(({ detail }) => detail.retailers)
  const columns: Columns = {
    slugs: [...new Set(offers.map((offer) => offer.retailerSlug))].toSorted(),
    names: new Map(offers.map((offer) => [offer.retailerSlug, offer.retailer])),
  }
  return (
    <div className={classNames(panelClass, styles.frame)} tabIndex={0} role="region" aria-label={t('partsList.title')}>
      <table className={styles.table}>
        <thead className="sr-narrow">
          <tr>
            <th scope="col">{t('partsList.product')}</th>
            <th scope="col">{t('build.price')}</th>
            {columns.slugs.map((slug) => (
              <th key={slug} scope="col">
                <RetailerLabel slug={slug} name={columns.names.get(slug)} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {parts.map((part) => (
            <PartRow key={part.detail.product.id} part={part} columns={columns} />
          ))}
        </tbody>
        <tfoot>
          <TotalRow parts={parts} columns={columns} />
        </tfoot>
      </table>
    </div>
  )
}

/** One part, with its price at each retailer. */
function PartRow({ part: { detail, quantity }, columns: { slugs, names } }: { part: ListedPart; columns: Columns }) {
  const { t, format } = useText()
  const productName = useProductName()
  const retailerName = useRetailerName()
  const { product } = detail
  return (
    <tr>
      <th scope="row">
        <PartThumb product={product} />
        <small>
          {t(`category.${product.category}.one`)}
          {quantity > 1 && <bdi dir="ltr"> × {format.count(quantity)}</bdi>}
        </small>
        <Link to="/product/$productId" params={{ productId: product.id }}>
          <Name product={product} />
        </Link>
      </th>
      <td>
        <Price
          value={product.price === null ? null : multiplyKwd(product.price, quantity)}
          unavailable={!product.inStock}
        />
      </td>
      {slugs.map((slug) => {
        const offer = offerAt(detail, slug)
        return (
          <td
            key={slug}
            className={classNames(
              styles.retailer,
              !offer && styles.without,
              offer?.price === product.price && styles.lowest,
            )}
          >
            <RetailerOfCard slug={slug} names={names} />
            {offer ? (
              <a
                href={offer.url}
                rel="noopener nofollow"
                target="_blank"
                aria-label={t('partsList.buyAt', {
                  name: productName(product),
                  shop: retailerName(slug, offer.retailer),
                })}
              >
                <bdi dir="ltr">{format.money(multiplyKwd(offer.price, quantity))}</bdi>
                {offer.price === product.price && <span className="sr"> {t('partsList.lowest')}</span>}
              </a>
            ) : (
              <UnknownValue />
            )}
          </td>
        )
      })}
    </tr>
  )
}

/** The total of the lowest prices, and of each retailer's. */
function TotalRow({ parts, columns: { slugs, names } }: { parts: ListedPart[]; columns: Columns }) {
  const { t, format } = useText()
  return (
    <tr>
      <th scope="row">{t('build.total')}</th>
      <td>
        <Price
          value={sumKwd(
            parts.map(({ detail, quantity }) =>
              detail.product.inStock ? multiplyKwd(detail.product.price ?? 0, quantity) : 0,
            ),
          )}
        />
      </td>
      {slugs.map((slug) => {
        const prices = parts.flatMap(({ detail, quantity }) => {
          const offer = offerAt(detail, slug)
          return offer ? [multiplyKwd(offer.price, quantity)] : []
        })
        return (
          <td key={slug} className={styles.retailer}>
            <RetailerOfCard slug={slug} names={names} />
            <bdi dir="ltr">{format.money(sumKwd(prices))}</bdi>
            <small>{t('partsList.shopHas', { n: format.count(prices.length), all: format.count(parts.length) })}</small>
          </td>
        )
      })}
    </tr>
  )
}

/**
 * The retailer of a price on phones, where a row is a card and its prices stand below each other. On wider screens the
 * table's head names it.
 */
function RetailerOfCard({ slug, names }: { slug: string; names: Map<string, string> }) {
  return (
    <span className={styles.whose} aria-hidden="true">
      <RetailerLabel slug={slug} name={names.get(slug)} />
    </span>
  )
}
