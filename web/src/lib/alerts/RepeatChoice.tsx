import type { AlertKind } from './kinds'
import { useText } from '~/i18n/useText'
import { Segmented } from '~/ui/product/Segmented'
import styles from './TargetField.module.css'

type RepeatChoiceProps = {
  repeats: boolean
  /** The kind of the alert, which says what "again" means. */
  kind: AlertKind
  /** Whether the text beside it says already that the alert fires once. */
  isOnceStated?: boolean
  onChange: (repeats: boolean) => void
}

/** The choice whether an alert fires once, or again and again. */
export function RepeatChoice({ repeats, kind, isOnceStated = false, onChange }: RepeatChoiceProps) {
  const { t } = useText()
  return (
    <div className={styles.field}>
      <Segmented<'once' | 'again'>
        label={t('alert.often')}
        value={repeats ? 'again' : 'once'}
        options={[
          { value: 'once', label: t('alert.once') },
          { value: 'again', label: t('alert.again') },
        ]}
        onChange={(choice) => onChange(choice === 'again')}
      />
      <p className={styles.hint}>{repeats ? t(findAgainKey(kind)) : isOnceStated ? '' : t('alert.onceText')}</p>
    </div>
  )
}

function findAgainKey(kind: AlertKind) {
  switch (kind) {
    case 'BACK_IN_STOCK':
      return 'alert.againStockText'
    case 'PRICE_RISE':
      return 'alert.againRiseText'
    case 'LISTING_AT_OR_BELOW':
    case 'LISTING_NEW_MATCH':
      return 'alert.againListingText'
    case 'NEW_AT_SHOP':
      return 'alert.againShopText'
    default:
      return 'alert.againPriceText'
  }
}
