import { useText } from '~/i18n/useText'
import { Button } from './Button'
import { Icon } from './Icon'
import styles from './States.module.css'

/** An error in words, with a Try again button. Content loaded before stays on the page. */
export function ErrorAlert({ text, onRetry }: { text: string; onRetry?: () => void }) {
  const { t } = useText()
  return (
    <div className={styles.alert} role="alert">
      <Icon name="error" />
      <span>{text}</span>
      {onRetry && (
        <Button small onClick={onRetry}>
          {t('error.retry')}
        </Button>
      )}
    </div>
  )
}
