import { useText } from '~/i18n/useText'
import { Button } from './Button'
import { Icon } from './Icon'
import styles from './States.module.css'

type ErrorAlertProps = {
  text: string
  onRetry?: () => void
  /** The button's label where it does something else than try again. */
  retryLabel?: string
}

/** An error in words, with a Try again button. Content loaded before stays on the page. */
export function ErrorAlert({ text, onRetry, retryLabel }: ErrorAlertProps) {
  const { t } = useText()
  return (
    <div className={styles.alert} role="alert">
      <Icon name="error" />
      <span>{text}</span>
      {onRetry && (
        <Button small onClick={onRetry}>
          {retryLabel ?? t('error.retry')}
        </Button>
      )}
    </div>
  )
}
