import { useText } from '~/i18n/useText'
import { classNames } from '~/ui/classNames'
import styles from './CheckedAgo.module.css'

/** When a price was last read; an old one is marked. */
export function CheckedAgo({ at, old, className }: { at: string; old: boolean; className?: string }) {
  const { t, format } = useText()
  return (
    <small className={classNames(className, old ? styles.old : styles.checked)} title={format.fullDay(at)}>
      {t(old ? 'card.checkedLongAgo' : 'card.checked', { ago: format.ago(at) })}
    </small>
  )
}
