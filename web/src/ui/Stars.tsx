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
