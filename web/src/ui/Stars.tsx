import type { CSSProperties } from 'react'
import { useText } from '~/i18n/useText'
import styles from './Stars.module.css'

/** A rating from 0 to 5 as stars, read out as words. */
export function Stars({ value }: { value: number }) {
  const { t, format } = useText()
  return (
    <span
      className={styles.stars}
      role="img"
      aria-label={t('card.rating', { n: format.decimal(value) })}
      style={{ '--value': value } as CSSProperties}
    />
  )
}

/** A rating for small spaces: one star and the number. */
export function Rating({ value }: { value: number }) {
  const { t, format } = useText()
  return (
    <span className={styles.rating} role="img" aria-label={t('card.rating', { n: format.decimal(value) })}>
      <span className={styles.star} aria-hidden="true" />
      <bdi dir="ltr">{value.toFixed(1)}</bdi>
    </span>
  )
}
