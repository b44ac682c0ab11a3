import '@mantine/core/styles/CloseButton.css'
import '@mantine/core/styles/Drawer.css'
import '@mantine/core/styles/ModalBase.css'
import '@mantine/core/styles/Overlay.css'
import '@mantine/core/styles/Paper.css'
import '@mantine/core/styles/UnstyledButton.css'
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
      <Drawer.Root opened onClose={onClose} position="bottom" size="88dvh" padding={0} transitionProps={{ transition: 'slide-up', duration: 180 }}>
        <Drawer.Overlay color="#050f10" backgroundOpacity={0.7} />
        <Drawer.Content className={styles.content}>
          {/* Mantine's own header element would count as a second banner of the page. */}
          <div className={styles.header}>
            <Drawer.Title className={styles.title}>{t('filters.title')}</Drawer.Title>
            <Drawer.CloseButton className={styles.close} aria-label={t('filters.close')} />
          </div>
          <Drawer.Body className={styles.body}>
            <div className={styles.scroll}>{children}</div>
            <div className={styles.foot}>
              <Button kind="quiet" disabled={!clearable} onClick={onClear}>
                {t('filters.clear')}
              </Button>
              <Button kind="filled" onClick={onClose} className={styles.show}>
                {total === undefined ? t('listing.loading') : t('filters.show', { count: total, n: format.count(total) })}
              </Button>
            </div>
          </Drawer.Body>
        </Drawer.Content>
      </Drawer.Root>
    </MantineScope>
  )
}
