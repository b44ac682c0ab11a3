import { useText } from '~/i18n/useText'
import { Button } from '~/ui/Button'
import styles from './Products.module.css'

type SelectionBarProps = {
  count: number
  onClear: () => void
  onLink: () => void
  onUnlink: () => void
  /** Only where the selected offers belong to one product. */
  onSplit?: () => void
}

/** Actions on the selected rows. */
export function SelectionBar({ count, onClear, onLink, onUnlink, onSplit }: SelectionBarProps) {
  const { t, format } = useText()
  if (count === 0) return null
  return (
    <div className={styles.selection} role="status">
      <span>{t('admin.products.selected', { count, n: format.count(count) })}</span>
      <Button small kind="outline" icon="link" onClick={onLink}>
        {t('admin.products.link')}
      </Button>
      <Button small onClick={onUnlink}>
        {t('admin.products.unlink')}
      </Button>
      {onSplit && (
        <Button small onClick={onSplit}>
          {t('admin.products.ownProduct')}
        </Button>
      )}
      <Button small kind="quiet" onClick={onClear}>
        {t('admin.products.clear')}
      </Button>
    </div>
  )
}
