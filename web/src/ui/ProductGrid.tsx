import type { Product } from '~/api/wire'
import { useText } from '~/i18n/useText'
import { classNames } from './classNames'
import { ProductCard } from './ProductCard'
import styles from './ProductGrid.module.css'
import { Loading, Skeleton } from './Skeleton'

type ProductGridProps = {
  products: Product[]
  view?: 'grid' | 'list'
  /** Four in a row where there is no filter column beside. */
  wide?: boolean
  /** Shown while a newer answer is on its way. */
  stale?: boolean
}

/** Products as cards in a grid or as rows. */
export function ProductGrid({ products, view = 'grid', wide = false, stale = false }: ProductGridProps) {
  return (
    <ul className={classNames(styles.grid, view === 'list' && styles.list, wide && styles.wide, stale && styles.stale)} aria-busy={stale}>
      {products.map((product, index) => (
        <li key={product.id}>
          <ProductCard product={product} row={view === 'list'} eager={index < 3} />
        </li>
      ))}
    </ul>
  )
}

/** The grid before its products are there, in its final shape. */
export function ProductGridSkeleton({ count = 9, view = 'grid' }: { count?: number; view?: 'grid' | 'list' }) {
  const { t } = useText()
  return (
    <Loading label={t('listing.loading')}>
      <div className={classNames(styles.grid, view === 'list' && styles.list)}>
        {Array.from({ length: count }, (_, index) => (
          <div key={index} className={styles.placeholder}>
            <Skeleton className={styles.picture} height="8.5rem" />
            <Skeleton width="90%" />
            <Skeleton width="60%" />
            <Skeleton width="40%" height="1.5rem" />
            <Skeleton height="2.25rem" />
          </div>
        ))}
      </div>
    </Loading>
  )
}
