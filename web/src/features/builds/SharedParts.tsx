import { Link } from '@tanstack/react-router'
import { useText } from '~/i18n/useText'
import { timesKwd } from '~/lib/build'
import type { SavedPart } from '~/lib/savedBuilds'
import { classNames } from '~/ui/classNames'
import { Name } from '~/ui/Name'
import { panelClass } from '~/ui/Panel'
import { NotKnown, OldPrice, Price } from '~/ui/Price'
import { Shop } from '~/ui/Shop'
import styles from './Builds.module.css'

// On a phone the product's name has to say these.
const wide = new Set<string>(['model', 'manufacturer'])

/** The parts with today's prices; where the price of the day differs it stands beside. */
export function SharedParts({ parts }: { parts: SavedPart[] }) {
  const { t } = useText()
  return (
    <div className={classNames(panelClass, styles.frame)} tabIndex={0} role="region" aria-label={t('builds.parts')}>
      <table className={classNames(styles.table, styles.parts)}>
        <thead className="sr-narrow">
          <tr>
            {(['component', 'product', 'model', 'manufacturer', 'price', 'retailer'] as const).map((column) => (
              <th key={column} scope="col" className={wide.has(column) ? styles.wide : undefined}>
                {t(`builds.column.${column}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {parts.map((part) => (
            <PartRow key={`${part.componentType}-${part.product.id ?? part.product.name}`} part={part} />
          ))}
        </tbody>
      </table>
    </div>
  )
}

function PartRow({ part }: { part: SavedPart }) {
  const { t, format } = useText()
  const { product, quantity, price, state } = part
  const times = (amount: number) => timesKwd(amount, quantity)
  const moved = price !== null && product.price !== null && price !== product.price
  return (
    <tr>
      <th scope="row">{t(`category.${part.componentType}.one`)}</th>
      <td>
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
      </td>
      <td className={styles.wide}>
        <bdi>{product.model}</bdi>
      </td>
      <td className={styles.wide}>
        <bdi>{product.manufacturer}</bdi>
      </td>
      <td>
        <Price value={product.price === null ? null : times(product.price)} dead={state === 'out'} /> {moved && <OldPrice value={times(price)} />}
      </td>
      <td>{product.retailerSlug === null ? <NotKnown /> : <Shop slug={product.retailerSlug} name={product.retailer ?? undefined} />}</td>
    </tr>
  )
}
