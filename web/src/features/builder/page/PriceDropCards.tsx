import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useId } from 'react'
import { useText } from '~/i18n/useText'
import { listingQuery } from '~/lib/listingQueries'
import { priceDrop } from '~/lib/product/priceDrop'
import { ProductGrid } from '~/lib/product/ProductGrid'
import styles from '../shared/Builder.module.css'

/** Number of products in the row. */
const MAX_DROPS = 4

/** The products with the largest price drops. Optional content: where it cannot be loaded, the page leaves it out. */
export function PriceDropCards() {
  const { t } = useText()
  const heading = useId()
  const { data } = useQuery(listingQuery({ sort: 'drop' }))
  const fallen = data?.products.filter((product) => priceDrop(product) !== null).slice(0, MAX_DROPS) ?? []
  if (fallen.length < MAX_DROPS) return null
  return (
    <section className={styles.drops} aria-labelledby={heading}>
      <div className={styles.dropsHead}>
        <h2 id={heading}>{t('build.drops')}</h2>
        <Link to="/products" search={{ sort: 'drop' }}>
          {t('build.dropsAll')}
        </Link>
      </div>
      <ProductGrid products={fallen} wide />
    </section>
  )
}
