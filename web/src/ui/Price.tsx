import { useText } from '~/i18n/useText'
import { classNames } from './classNames'
import styles from './Price.module.css'

type PriceProps = {
  /** KWD; a missing amount is shown as an en dash. */
  value: number | null | undefined
  size?: 'md' | 'lg' | 'xl'
  /** Apricot: the best price of a page, or one that dropped. */
  best?: boolean
  /** Grey: an offer that cannot be bought. */
  unavailable?: boolean
}

/** An amount of money: dinars bold, fils lighter, the currency smallest, always three decimals. */
export function Price({ value, size = 'md', best = false, unavailable = false }: PriceProps) {
  const { t, format } = useText()
  if (value === null || value === undefined) return <UnknownValue />
  const [dinars, fils] = format.money(value).split('.')
  const sizeClass = size === 'md' ? undefined : styles[size]
  return (
    <span className={classNames(styles.price, sizeClass, best && styles.best, unavailable && styles.dead)}>
      <bdi dir="ltr">
        {dinars}
        <i className={styles.fils}>.{fils}</i>
      </bdi>{' '}
      <small className={styles.currency}>{t('money.kwd')}</small>
    </span>
  )
}

/** A retailer's previous price, struck through. */
export function OldPrice({ value }: { value: number }) {
  const { t, format } = useText()
  return (
    <s className={styles.old}>
      <span className="sr">{t('money.old')} </span>
      <bdi dir="ltr">{format.money(value)}</bdi>
    </s>
  )
}

/** A dash for a value that is not known or does not apply. */
export function UnknownValue() {
  const { t } = useText()
  return (
    <span className={styles.none}>
      <span aria-hidden="true">–</span>
      <span className="sr">{t('product.unknown')}</span>
    </span>
  )
}
