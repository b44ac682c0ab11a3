import { useDeferredValue, useMemo } from 'react'
import type { Product } from '~/api/wire'
import { useText } from '~/i18n/useText'
import type { ValueSort } from '~/lib/listingSearch'
import { classNames } from '~/ui/classNames'
import { PageProductIds } from './pageProductIds'
import { ProductCard } from './ProductCard'
import styles from './ProductGrid.module.css'
import type { PictureLoading } from '~/ui/PartPicture'
import { Loading, Skeleton } from '~/ui/Skeleton'

/**
 * Number of cards in the first render, in whole rows: about as many as fit a screen. The others follow in small steps;
 * in a row that is partly rendered they could increase its height.
 */
const FIRST_RENDER_COUNT = window.matchMedia('(min-width: 96rem)').matches
  ? 10
  : window.matchMedia('(min-width: 48rem)').matches
    ? 8
    : 7

/** Number of pictures that load at once, of which the first few come before all else. */
const FIRST_PICTURES = { first: 3, eager: 9 }

/** Returns how soon the picture of a card is needed. */
function loadingAt(index: number): PictureLoading {
  return index < FIRST_PICTURES.first ? 'first' : index < FIRST_PICTURES.eager ? 'eager' : 'later'
}

type ProductGridProps = {
  products: Product[]
  view?: 'grid' | 'list'
  /** Four in a row, where no filter column stands beside. */
  wide?: boolean
  /** The order by value in force: the cards show the prices that it compares. */
  valueSort?: ValueSort
  /** Whether a newer response is loading. */
  stale?: boolean
}

/** Products as cards in a grid or as rows. */
export function ProductGrid({ products, view = 'grid', wide = false, valueSort, stale = false }: ProductGridProps) {
  const rendered = useRenderedProducts(products)
  const ids = useMemo(() => products.map(({ id }) => id), [products])
  return (
    <PageProductIds value={ids}>
      <ul
        className={classNames(styles.grid, view === 'list' && styles.list, wide && styles.wide, stale && styles.stale)}
        aria-busy={stale}
      >
        {rendered.map((product, index) => (
          <li key={product.id}>
            <ProductCard product={product} row={view === 'list'} loading={loadingAt(index)} valueSort={valueSort} />
          </li>
        ))}
        {/* Space for the cards that follow: content below does not move, and the browser can restore the scroll
          position. */}
        {products.slice(rendered.length).map((product) => (
          <li key={product.id} className={styles.coming} />
        ))}
      </ul>
    </PageProductIds>
  )
}

/** Returns the products to render now. A new list begins with its first ones. */
function useRenderedProducts(products: Product[]): Product[] {
  const deferredProducts = useDeferredValue<Product[] | null>(products, null)
  return deferredProducts === products ? products : products.slice(0, FIRST_RENDER_COUNT)
}

/** Placeholder of the grid in its final shape, before the products have loaded. */
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
