import type { Product } from '~/api/wire'
import { useText } from '~/i18n/useText'
import { classNames } from './classNames'
import styles from './FavoriteButton.module.css'
import { Icon } from './Icon'
import { useProductName } from './Name'
import { useFavorite } from './useFavorite'

/** The heart itself: filled while the product is a favourite. */
export function Heart({ product, className }: { product: Product; className?: string }) {
  const { t } = useText()
  const name = useProductName()(product)
  const { kept, toggle } = useFavorite(product)
  return (
    <span className={classNames(styles.place, className)}>
      <button
        type="button"
        className={classNames(styles.heart, kept && styles.kept)}
        aria-pressed={kept}
        aria-label={t('account.favorites.keep', { name })}
        title={t(kept ? 'account.favorites.remove' : 'account.favorites.add', { name })}
        onClick={toggle}
      >
        <Icon name="heart" />
      </button>
    </span>
  )
}
