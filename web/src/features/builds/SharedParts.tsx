import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { productsQuery } from '~/api/productsQuery'
import type { Product } from '~/api/wire'
import { useText } from '~/i18n/useText'
import { multiplyKwd } from '~/lib/build'
import { findPartState, type SavedPart } from '~/lib/accountBuilds'
import { clickOutHandlers } from '~/lib/clickOut'
import { rowId } from '~/lib/buildBand/rowId'
import { Button, ButtonAnchor } from '~/ui/Button'
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

type SharedPartsProps = {
  parts: SavedPart[]
  /** Proposes another product for a part; absent for the owner. */
  onSuggest?: (part: SavedPart) => void
}

/** The parts at today's prices, each beside the saved price where they differ. */
export function SharedParts({ parts: saved, onSuggest }: SharedPartsProps) {
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
          {saved.map((part, index) => (
            <PartRow
              key={`${part.componentType}-${part.product.id ?? part.product.name}`}
              // The band leads to the first row of each slot.
              id={part.componentType === saved[index - 1]?.componentType ? undefined : rowId(part.componentType)}
              part={part}
              onSuggest={onSuggest}
              today={part.product.id === null ? undefined : today.get(part.product.id)}
            />
          ))}
        </tbody>
      </table>
    </div>
  )
}

type PartRowProps = Pick<SharedPartsProps, 'onSuggest'> & {
  id?: string
  part: SavedPart
  today: Product | undefined
}

function PartRow({ id, part, today, onSuggest }: PartRowProps) {
  const { t } = useText()
  const { product, quantity, price, state } = part
  const times = (amount: number) => multiplyKwd(amount, quantity)
  const moved = price !== null && product.price !== null && price !== product.price
  return (
    <tr id={id}>
      <th scope="row">{t(`category.${part.componentType}.one`)}</th>
      <td>
        <ProductCell part={part} today={today} onSuggest={onSuggest} />
      </td>
      <td className={styles.wide}>
        <bdi>{product.model}</bdi>
      </td>
      <td className={styles.wide}>
        <bdi>{product.manufacturer}</bdi>
      </td>
      <td className={parts.amount}>
        <Price
          value={product.price === null ? null : times(product.price)}
          unavailable={state === 'out' && !product.preOrder}
        />{' '}
        {moved && <OldPrice value={times(price)} />}
      </td>
      <td>
        <WhereToBuy part={part} isCheapest={state === 'sold' && (today?.retailerCount ?? 0) > 1} />
      </td>
    </tr>
  )
}

/** The picture and the name of a part, with its state where it cannot be bought. */
function ProductCell({ part: { componentType, product, quantity, state }, part, today, onSuggest }: PartRowProps) {
  const { t, format } = useText()
  const productName = useProductName()
  const shownState = findPartState(part)
  return (
    <span className={parts.product}>
      <PartThumb
        product={{
          category: componentType,
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
        {onSuggest && product.id !== null && state !== 'gone' && (
          <Button
            kind="quiet"
            small
            className={parts.suggest}
            aria-label={t('swap.suggestFor', { name: productName(product) })}
            onClick={() => onSuggest(part)}
          >
            {t('swap.suggest')}
          </Button>
        )}
        {shownState !== 'sold' && <small className={styles.warning}>{t(`builds.state.${shownState}`)}</small>}
      </span>
    </span>
  )
}

/**
 * The retailer of the cheapest offer, marked as the cheapest where other retailers sell the part, and a link to the offer.
 */
function WhereToBuy({ part: { componentType, product, state }, isCheapest }: { part: SavedPart; isCheapest: boolean }) {
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
          {...clickOutHandlers(product.retailerSlug, componentType)}
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
