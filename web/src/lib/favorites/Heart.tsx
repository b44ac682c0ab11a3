import type { Product } from '~/api/wire'
import { useText } from '~/i18n/useText'
import { classNames } from '~/ui/classNames'
import styles from '~/lib/product/FavoriteButton.module.css'
import { Icon } from '~/ui/Icon'
import { useProductName } from '~/ui/ProductName'
import { useFavorite } from './useFavorite'

/** The heart itself: filled while the product is a favourite. */
export function Heart({ product, className }: { product: Product; className?: string }) {
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
    </span>
  )
}
