import { useEffect, useId, type ReactNode } from 'react'
import { useToasts } from '~/lib/toasts'
import { IconButton } from '~/ui/Button'
import { classNames } from '~/ui/classNames'
import styles from './Dialog.module.css'
import { ToastArea } from '~/lib/ToastArea'
import { useModal } from './useModal'

type DialogProps = { title: string; closeLabel: string; onClose: () => void; wide?: boolean; children: ReactNode }

/**
 * A question or a short form above the page. The browser's own dialog element keeps the focus inside, closes on Escape
 * and returns the focus.
 */
export function Dialog({ title, closeLabel, onClose, wide = false, children }: DialogProps) {
  const modal = useModal(onClose)
  const heading = useId()
  const registerDialog = useToasts((state) => state.registerDialog)
  useEffect(() => registerDialog(heading), [registerDialog, heading])
  return (
    <dialog {...modal} className={classNames(styles.dialog, wide && styles.wide)} aria-labelledby={heading}>
      <div className={styles.frame}>
        <div className={styles.head}>
          <h2 id={heading}>{title}</h2>
          <IconButton icon="x" label={closeLabel} onClick={onClose} />
        </div>
        {children}
      </div>
      <ToastArea dialog={heading} />
    </dialog>
  )
}

/** The buttons at a dialog's foot; the confirming one last. */
export function DialogActions({ children }: { children: ReactNode }) {
  return <div className={styles.actions}>{children}</div>
}
