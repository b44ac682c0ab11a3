import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useId } from 'react'
import type { Product } from '~/api/wire'
import { useText } from '~/i18n/useText'
import { listingQuery } from '~/lib/listingQueries'
import { priceDrop } from '~/lib/product/priceDrop'
import { Chip } from '~/ui/Chip'
import { Name } from '~/ui/ProductName'
import { PartThumb } from '~/ui/PartPicture'
import { Price } from '~/ui/Price'
import styles from './FirstVisit.module.css'

/** Number of products shown. */
const MAX_DROPS = 4

/** The products with the largest price drops, in short rows; where no price fell, the most popular products. */
export function PriceDropList() {
  const { t } = useText()
  const heading = useId()
  const drops = useQuery(listingQuery({ sort: 'drop' }))
  const fallen = drops.data?.products.filter((product) => priceDrop(product) !== null).slice(0, MAX_DROPS) ?? []
  const isNone = drops.data !== undefined && fallen.length === 0
  const popular = useQuery({ ...listingQuery({}), enabled: isNone })
  const shown = isNone ? (popular.data?.products.slice(0, MAX_DROPS) ?? []) : fallen
  return (
    <section className={styles.drops} aria-labelledby={heading}>
      <div className={styles.dropsHead}>
        <h2 id={heading}>{t(isNone ? 'visit.popular' : 'visit.drops')}</h2>
        <Link to="/products" search={isNone ? {} : { sort: 'drop' }}>
          {t(isNone ? 'visit.popularAll' : 'build.dropsAll')}
        </Link>
      </div>
      {drops.isError ? (
        <p className={styles.none}>{t('visit.dropsFailed')}</p>
      ) : (
        <ul>
          {shown.map((product) => (
            <li key={product.id}>
              <Drop product={product} />
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

function Drop({ product }: { product: Product }) {
  const { format } = useText()
  const drop = priceDrop(product)
  return (
    <Link to="/product/$productId" params={{ productId: product.id }} className={styles.drop}>
      <PartThumb product={product} />
      <span dir="auto" className={styles.name}>
        <Name product={product} />
      </span>
      <span className={styles.money}>
        {drop !== null && (
          <Chip kind="deal" icon="drop">
            <bdi dir="ltr">−{format.count(Math.round(drop))}%</bdi>
          </Chip>
        )}
        <Price value={product.price} best={drop !== null} />
      </span>
    </Link>
  )
}
