import { useText } from '~/i18n/useText'
import { Button } from './Button'
import { Icon } from './Icon'
import styles from './States.module.css'

/** What failed, in words, with Try again beside it. What was already there stays on the page. */
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
