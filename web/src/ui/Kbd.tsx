import styles from './Kbd.module.css'

/** A key of the keyboard. Not mirrored in Arabic. */
export function Kbd({ label, children }: { label?: string; children: string }) {
  return (
    <kbd className={styles.key} dir="ltr" title={label} aria-hidden="true">
      {children}
    </kbd>
  )
}
