import { Link } from '@tanstack/react-router'
import type { Offer, ProductDetail } from '~/api/wire'
import { useText } from '~/i18n/useText'
import { multiplyKwd } from '~/lib/build'
import { clickOutHandlers } from '~/lib/clickOut'
import { sumKwd } from '~/lib/money'
import { classNames } from '~/ui/classNames'
import { Name, useProductName } from '~/ui/ProductName'
import { panelClass } from '~/ui/Panel'
import { PartThumb } from '~/ui/PartPicture'
import { UnknownValue, Price } from '~/ui/Price'
import { RetailerLabel, useRetailerName } from '~/ui/RetailerLabel'
import styles from './PartsList.module.css'

/** Returns the cheapest offer of a retailer that has the product in stock. */
function offerAt(detail: ProductDetail, slug: string): Offer | undefined {
  const offers = detail.retailers.filter((offer) => offer.retailerSlug === slug && offer.inStock)
  return offers.toSorted((a, b) => a.price - b.price)[0]
}

/** A part of the list, with its offers. */
export type ListedPart = { detail: ProductDetail; quantity: number }

/** Returns today's price of all pieces of a part in KWD; null where nobody has it in stock. */
export function priceOfPart({ detail: { product }, quantity }: ListedPart): number | null {
  return product.inStock && product.price !== null ? multiplyKwd(product.price, quantity) : null
}

/** Returns the sum in KWD of the parts that can be bought today. */
export function sumParts(parts: ListedPart[]): number {
  return sumKwd(parts.map((part) => priceOfPart(part) ?? 0))
}

/** The retailers of the table's columns: their slugs in order, and their names. */
type Columns = { slugs: string[]; names: Map<string, string> }

/** The parts with each retailer's price, and the total at each retailer. */
export function PartsTable({ parts }: { parts: ListedPart[] }) {
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

/** A part, with its price at each retailer. */
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
                {...clickOutHandlers(slug, product.category)}
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
        <Price value={sumParts(parts)} />
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
