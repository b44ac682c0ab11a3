import { Link } from '@tanstack/react-router'
import type { ProductDetail } from '~/api/wire'
import { useText } from '~/i18n/useText'
import { isSpecKey, type SpecKey } from '~/lib/product/specs'
import { Name } from '~/ui/ProductName'
import { PartThumb } from '~/ui/PartPicture'
import { Price } from '~/ui/Price'
import { useSpecText } from '~/lib/product/useSpecText'
import styles from './Products.module.css'

/**
 * One of two products that may be the same: its offers and reviews, and the facts in which it differs from the other.
 */
export function MergeSide({ title, detail, other }: { title: string; detail: ProductDetail; other: ProductDetail }) {
  const { t, format } = useText()
  const specText = useSpecText()
  const { product, retailers: offers } = detail
  const differing = Object.keys(product.specs).filter(
    (key): key is SpecKey => isSpecKey(key) && differs(product.specs[key], other.product.specs[key]),
  )
  return (
    <section className={styles.side} aria-label={title}>
      <h3>{title}</h3>
      <span className={styles.product}>
        <PartThumb product={product} />
        <Link to="/product/$productId" params={{ productId: product.id }} target="_blank">
          <Name product={product} />
        </Link>
      </span>
      <Price value={product.price} unavailable={!product.inStock} />
      <p>
        {t('admin.products.offers', { count: offers.length, n: format.count(offers.length) })}
        {product.reviewCount > 0 && (
          <>
            {' '}
            · {t('admin.products.reviewCount', { count: product.reviewCount, n: format.count(product.reviewCount) })}
          </>
        )}
      </p>
      {differing.length > 0 && (
        <dl className={styles.differing}>
          {differing.map((key) => (
            <div key={key}>
              <dt>{t(`spec.${key}`)}</dt>
              <dd>
                <bdi>{specText(key, product.specs[key] ?? '')}</bdi>
              </dd>
            </div>
          ))}
        </dl>
      )}
    </section>
  )
}

/** Whether both state a fact, with different values. */
function differs(one: unknown, other: unknown): boolean {
  return one !== undefined && other !== undefined && JSON.stringify(one) !== JSON.stringify(other)
}
