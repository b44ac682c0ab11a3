import '@mantine/core/styles/CloseButton.css'
import '@mantine/core/styles/Drawer.css'
import '@mantine/core/styles/ModalBase.css'
import '@mantine/core/styles/Overlay.css'
import '@mantine/core/styles/Paper.css'
import { Drawer } from '@mantine/core'
import type { ReactNode } from 'react'
import { useText } from '~/i18n/useText'
import { Button } from '~/ui/Button'
import { MantineScope } from '~/ui/MantineScope'
import styles from './FilterDrawer.module.css'

type FilterDrawerProps = {
  total: number | undefined
  clearable: boolean
  onClear: () => void
  onClose: () => void
  children: ReactNode
}

/** The filters on narrow screens: what is ticked holds at once, the button at the foot says what is left. */
export function FilterDrawer({ total, clearable, onClear, onClose, children }: FilterDrawerProps) {
  const { t, format } = useText()
  return (
    <MantineScope>
    <Drawer
      opened
      onClose={onClose}
      position="bottom"
      size="88dvh"
      padding={0}
      title={t('filters.title')}
      closeButtonProps={{ 'aria-label': t('filters.close') }}
      classNames={{ content: styles.content, header: styles.header, title: styles.title, body: styles.body, close: styles.close }}
      transitionProps={{ transition: 'slide-up', duration: 180 }}
      overlayProps={{ color: '#050f10', backgroundOpacity: 0.7 }}
    >
      <div className={styles.scroll}>{children}</div>
      <div className={styles.foot}>
        <Button kind="quiet" disabled={!clearable} onClick={onClear}>
          {t('filters.clear')}
        </Button>
        <Button kind="filled" onClick={onClose} className={styles.show}>
          {total === undefined ? t('listing.loading') : t('filters.show', { count: total, n: format.count(total) })}
        </Button>
      </div>
    </Drawer>
    </MantineScope>
  )
}
