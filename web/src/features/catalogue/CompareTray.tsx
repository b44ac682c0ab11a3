import { useText } from '~/i18n/useText'
import { MIN_COMPARED, MAX_COMPARED, useCompare } from '~/lib/product/compareStore'
import { ButtonLink } from '~/lib/ButtonLink'
import { Button, IconButton } from '~/ui/Button'
import { Icon } from '~/ui/Icon'
import { Name, useProductName } from '~/ui/ProductName'
import { PartThumb } from '~/ui/PartPicture'
import styles from './CompareTray.module.css'

/** The products selected for comparison, at the foot of a listing. */
export function CompareTray() {
  const { t, format } = useText()
  const productName = useProductName()
  const { products, toggle, clear } = useCompare()
  const room = MAX_COMPARED - products.length
  const canCompare = products.length >= MIN_COMPARED
  return (
    <section className={styles.tray} aria-label={t('compare.tray')}>
      <Icon name="compare" className={styles.sign} />
      <ul>
        {products.map((product) => (
          <li key={product.id}>
            <PartThumb product={product} />
            <span dir="auto" className={styles.name}>
              <Name product={product} />
            </span>
            <IconButton
              icon="x"
              label={t('compare.remove', { name: productName(product) })}
              className={styles.remove}
              onClick={() => toggle(product)}
            />
          </li>
        ))}
        {room > 0 && (
          <li className={styles.room}>
            {canCompare ? t('compare.room', { count: room, n: format.count(room) }) : t('compare.needTwo')}
          </li>
        )}
      </ul>
      <Button kind="quiet" small onClick={clear}>
        {t('filters.clear')}
      </Button>
      <ButtonLink kind="filled" to="/compare" search={{ ids: products.map(({ id }) => id) }} disabled={!canCompare}>
        {t('compare.open', { count: products.length, n: format.count(products.length) })}
      </ButtonLink>
    </section>
  )
}
