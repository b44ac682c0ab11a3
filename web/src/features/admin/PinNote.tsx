import { useText } from '~/i18n/useText'
import { Button } from '~/ui/Button'
import { Icon } from '~/ui/Icon'
import type { PinnedField } from './productForm'
import styles from './Products.module.css'

type PinNoteProps = { field: PinnedField; pinned: boolean; released: boolean; onRelease: (released: boolean) => void }

/** Says that a field was set by an administrator, and lets it go back to the shop's own. */
export function PinNote({ field, pinned, released, onRelease }: PinNoteProps) {
  const { t } = useText()
  if (!pinned) return null
  // Of the shop's own only the price is kept beside; the rest comes with the next crawl.
  const going = field === 'price' ? 'admin.products.unpinned' : 'admin.products.unpinnedLater'
  return (
    <p className={styles.pinNote}>
      <Icon name="pin" size="s" />
      <span>{t(released ? going : 'admin.products.pinnedText')}</span>
      <Button small kind="quiet" aria-pressed={released} aria-label={released ? undefined : t('admin.products.unpinOf', { field: t(`admin.products.${field}`) })} onClick={() => onRelease(!released)}>
        {t(released ? 'admin.products.keepPin' : 'admin.products.unpin')}
      </Button>
    </p>
  )
}
