import { useEffect, useId, useRef, type ReactNode } from 'react'
import { useToasts } from '~/lib/toasts'
import { IconButton } from './Button'
import { classNames } from './classNames'
import styles from './Dialog.module.css'
import { Toasts } from './Toasts'

type DialogProps = { title: string; closeLabel: string; onClose: () => void; wide?: boolean; children: ReactNode }

/** A question or a short form before the page. The platform's own dialog keeps the focus inside, closes on Escape and gives it back. */
export function Dialog({ title, closeLabel, onClose, wide = false, children }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const heading = useId()
  const opened = useToasts((state) => state.opened)
  useEffect(() => {
    dialog.current?.showModal()
    return opened(heading)
  }, [opened, heading])
  return (
    // A press on the ground around the dialog closes it, as Escape does.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions, jsx-a11y/click-events-have-key-events
    <dialog ref={dialog} className={classNames(styles.dialog, wide && styles.wide)} aria-labelledby={heading} onClose={onClose} onClick={(event) => event.target === dialog.current && onClose()}>
      <div className={styles.frame}>
        <div className={styles.head}>
          <h2 id={heading}>{title}</h2>
          <IconButton icon="x" label={closeLabel} onClick={onClose} />
        </div>
        {children}
      </div>
      <Toasts dialog={heading} />
    </dialog>
  )
}

/** The buttons at a dialog's foot; the one that goes on last. */
export function DialogActions({ children }: { children: ReactNode }) {
  return <div className={styles.actions}>{children}</div>
}
