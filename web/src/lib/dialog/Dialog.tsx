import { useEffect, useId, useRef, type ReactNode } from 'react'
import { useToasts } from '~/lib/toasts'
import { IconButton } from '~/ui/Button'
import { classNames } from '~/ui/classNames'
import styles from './Dialog.module.css'
import { ToastArea } from '~/lib/ToastArea'

type DialogProps = { title: string; closeLabel: string; onClose: () => void; wide?: boolean; children: ReactNode }

/**
 * A question or a short form above the page. The browser's own dialog element keeps the focus inside, closes on Escape
 * and returns the focus.
 */
export function Dialog({ title, closeLabel, onClose, wide = false, children }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const heading = useId()
  const registerDialog = useToasts((state) => state.registerDialog)
  useEffect(() => {
    dialog.current?.showModal()
    return registerDialog(heading)
  }, [registerDialog, heading])
  return (
    // A press on the backdrop closes the dialog, as Escape does.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions, jsx-a11y/click-events-have-key-events
    <dialog
      ref={dialog}
      className={classNames(styles.dialog, wide && styles.wide)}
      aria-labelledby={heading}
      onClose={onClose}
      onClick={(event) => event.target === dialog.current && onClose()}
    >
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
