import { useText } from '~/i18n/useText'
import { Button } from '~/ui/Button'
import { Icon } from '~/ui/Icon'
import type { PinnedField } from './productForm'
import styles from './Products.module.css'

type PinNoteProps = { field: PinnedField; pinned: boolean; released: boolean; onRelease: (released: boolean) => void }

/** Note on a field that an administrator has set, with a button that returns it to the retailer's value. */
export function PinNote({ field, pinned, released, onRelease }: PinNoteProps) {
  const { t } = useText()
  if (!pinned) return null
  // Only the retailer's price is stored beside the pinned one; other values come with the next crawl.
  const releaseText = field === 'price' ? 'admin.products.unpinned' : 'admin.products.unpinnedLater'
  return (
    <p className={styles.pinNote}>
      <Icon name="pin" size="s" />
      <span>{t(released ? releaseText : 'admin.products.pinnedText')}</span>
      <Button
        small
        kind="quiet"
        aria-pressed={released}
        aria-label={released ? undefined : t('admin.products.unpinOf', { field: t(`admin.products.${field}`) })}
        onClick={() => onRelease(!released)}
      >
        {t(released ? 'admin.products.keepPin' : 'admin.products.unpin')}
      </Button>
    </p>
  )
}
