import type { Product } from '~/api/wire'
import { useText } from '~/i18n/useText'
import { classNames } from '~/ui/classNames'
import { CardAlertButton } from '~/lib/alerts/CardAlertButton'
import styles from '~/lib/product/FavoriteButton.module.css'
import { Icon } from '~/ui/Icon'
import { useProductName } from '~/ui/ProductName'
import { useFavorite } from './useFavorite'

type HeartProps = { product: Product; className?: string; withAlert?: boolean }

/** The heart itself: filled while the product is a favourite. `withAlert`: with the bell below it. */
export function Heart({ product, className, withAlert = false }: HeartProps) {
  const { t } = useText()
  const name = useProductName()(product)
  const { isFavorite, toggle } = useFavorite(product)
  return (
    <span className={classNames(styles.corner, className)}>
      <button
        type="button"
        className={classNames(styles.heart, isFavorite && styles.favorite)}
        aria-pressed={isFavorite}
        aria-label={t('account.favorites.keep', { name })}
        title={t(isFavorite ? 'account.favorites.remove' : 'account.favorites.add', { name })}
        onClick={toggle}
      >
        <Icon name="heart" />
      </button>
      {withAlert && <CardAlertButton product={product} />}
    </span>
  )
}
