import { useText } from '~/i18n/useText'
import { classNames } from '~/ui/classNames'
import styles from './Stock.module.css'

/** Maximum number of remaining pieces that is shown. */
const MAX_STOCK_SHOWN = 5

/** Availability of an offer: a small square and words. */
export function Stock({ stock, left }: { stock: 'in' | 'out' | 'pre_order' | 'unknown'; left?: number | null }) {
  const { t, format } = useText()
  if (stock === 'in' && left !== null && left !== undefined && left > 0 && left <= MAX_STOCK_SHOWN) {
    return (
      <span className={classNames(styles.stock, styles.low)}>
        {t('stock.left', { count: left, n: format.count(left) })}
      </span>
    )
  }
  return <span className={classNames(styles.stock, stock !== 'in' && styles[stock])}>{t(`stock.${stock}`)}</span>
}
