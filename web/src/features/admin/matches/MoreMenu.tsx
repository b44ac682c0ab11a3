import { useRef, useState } from 'react'
import { useText } from '~/i18n/useText'
import { useCloseOnLeave } from '~/lib/useCloseOnLeave'
import { Button } from '~/ui/Button'
import type { IconName } from '~/ui/iconName'
import styles from './MoreMenu.module.css'

type MoreAction = { label: string; icon: IconName; disabled?: boolean; onChoose: () => void }

/** A button that opens a list of seldom used actions. Escape closes it, as does going elsewhere. */
export function MoreMenu({ actions }: { actions: MoreAction[] }) {
  const { t } = useText()
  const [open, setOpen] = useState(false)
  const frame = useRef<HTMLDivElement>(null)
  const opener = useRef<HTMLButtonElement>(null)
  const close = (returnFocus: boolean) => {
    if (returnFocus) opener.current?.focus()
    setOpen(false)
  }
  useCloseOnLeave(frame, open, close)
  return (
    <div ref={frame} className={styles.more}>
      <Button ref={opener} after="down" aria-expanded={open} onClick={() => setOpen(!open)}>
        {t('admin.more')}
      </Button>
      {open && (
        <ul aria-label={t('admin.more')}>
          {actions.map(({ label, icon, disabled, onChoose }) => (
            <li key={label}>
              <Button
                kind="quiet"
                icon={icon}
                disabled={disabled}
                onClick={() => {
                  // The chosen item is gone: a dialog that it opens returns the focus to the button.
                  close(true)
                  onChoose()
                }}
              >
                {label}
              </Button>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
