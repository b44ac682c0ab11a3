import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { productsQuery } from '~/api/productsQuery'
import type { Product } from '~/api/wire'
import { useText } from '~/i18n/useText'
import { multiplyKwd } from '~/lib/build'
import type { SavedPart } from '~/lib/accountBuilds'
import { ButtonAnchor } from '~/ui/Button'
import { classNames } from '~/ui/classNames'
import { Name, useProductName } from '~/ui/ProductName'
import { panelClass } from '~/ui/Panel'
import { PartThumb } from '~/ui/PartPicture'
import { UnknownValue, OldPrice, Price } from '~/ui/Price'
import { RetailerLabel, useRetailerName } from '~/ui/RetailerLabel'
import styles from './Builds.module.css'
import parts from './SharedParts.module.css'

// Columns that phones hide: the product's name contains both values.
const wide = new Set<string>(['model', 'manufacturer'])

/** The parts at today's prices, each beside the saved price where they differ. */
export function SharedParts({ parts: saved }: { parts: SavedPart[] }) {
  const { t } = useText()
  // Data that the build itself lacks: the facts that the drawings show, and the number of compared retailers.
  const { data } = useQuery(
    productsQuery(saved.flatMap(({ product, state }) => (product.id === null || state === 'gone' ? [] : [product.id]))),
  )
  const today = new Map(data?.products.map((product) => [product.id, product]))
  return (
    <div className={classNames(panelClass, styles.frame)} tabIndex={0} role="region" aria-label={t('builds.parts')}>
      <table className={classNames(styles.table, styles.parts)}>
        <thead className="sr-narrow">
          <tr>
            {(['component', 'product', 'model', 'manufacturer', 'price', 'retailer'] as const).map((column) => (
              <th
                key={column}
                scope="col"
                className={classNames(wide.has(column) && styles.wide, column === 'price' && parts.amount)}
              >
                {t(`builds.column.${column}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className={parts.rows}>
          {saved.map((part) => (
            <PartRow
              key={`${part.componentType}-${part.product.id ?? part.product.name}`}
              part={part}
              today={part.product.id === null ? undefined : today.get(part.product.id)}
            />
          ))}
        </tbody>
      </table>
    </div>
  )
}

function PartRow({ part, today }: { part: SavedPart; today: Product | undefined }) {
  const { t, format } = useText()
  const { product, quantity, price, state } = part
  const times = (amount: number) => multiplyKwd(amount, quantity)
  const moved = price !== null && product.price !== null && price !== product.price
  return (
    <tr>
      <th scope="row">{t(`category.${part.componentType}.one`)}</th>
      <td>
        <span className={parts.product}>
          <PartThumb
            product={{
              category: part.componentType,
              name: product.name,
              picture: product.picture,
              specs: today?.specs,
            }}
          />
          <span>
            {product.id === null || state === 'gone' ? (
              <Name product={product} />
            ) : (
              <Link to="/product/$productId" params={{ productId: product.id }}>
                <Name product={product} />
              </Link>
            )}
            {quantity > 1 && (
              <>
                {' '}
                <bdi>× {format.count(quantity)}</bdi>
              </>
            )}
            {state !== 'sold' && <small className={styles.warning}>{t(`builds.state.${state}`)}</small>}
          </span>
        </span>
      </td>
      <td className={styles.wide}>
        <bdi>{product.model}</bdi>
      </td>
      <td className={styles.wide}>
        <bdi>{product.manufacturer}</bdi>
      </td>
      <td className={parts.amount}>
        <Price value={product.price === null ? null : times(product.price)} unavailable={state === 'out'} />{' '}
        {moved && <OldPrice value={times(price)} />}
      </td>
      <td>
        <WhereToBuy part={part} isCheapest={state === 'sold' && (today?.retailerCount ?? 0) > 1} />
      </td>
    </tr>
  )
}

/**
 * The retailer of the cheapest offer, marked as the cheapest where other retailers sell the part, and a link to the offer.
 */
function WhereToBuy({ part: { product, state }, isCheapest }: { part: SavedPart; isCheapest: boolean }) {
  const { t } = useText()
  const productName = useProductName()
  const retailerName = useRetailerName()
  if (product.retailerSlug === null) return <UnknownValue />
  return (
    <span className={parts.where}>
      <span>
        <RetailerLabel slug={product.retailerSlug} name={product.retailer ?? undefined} />
        {/* The line is reserved until it is known whether other retailers sell the part. */}
        <small className={parts.cheapest}>{isCheapest && t('partsList.lowest')}</small>
      </span>
      {product.url !== null && state === 'sold' && (
        <ButtonAnchor
          kind="outline"
          small
          href={product.url}
          target="_blank"
          rel="noopener nofollow"
          className={parts.buy}
          aria-label={t('partsList.buyAt', {
            name: productName(product),
            shop: retailerName(product.retailerSlug, product.retailer),
          })}
        >
          {t('partsList.buy')}
        </ButtonAnchor>
      )}
    </span>
  )
}
