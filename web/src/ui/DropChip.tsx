import { useText } from '~/i18n/useText'
import { Chip } from './Chip'
import { classNames } from './classNames'
import styles from './DropChip.module.css'

/** Drop of a price below the lowest of the last thirty days. */
export function DropChip({ percent, className }: { percent: number; className?: string }) {
  const { t, format } = useText()
  const amount = format.count(Math.round(percent))
  return (
    <span className={classNames(styles.drop, className)}>
      <Chip kind="deal" icon="drop" title={t('card.drop', { n: amount })}>
        <bdi dir="ltr">{t('product.dropNow', { n: amount }).replace(/[\u2066-\u2069]/g, '')}</bdi>
      </Chip>
    </span>
  )
}
