import styles from './Spinner.module.css'

/** A turning ring with a label. */
export function Spinner({ label }: { label: string }) {
  return (
    <div role="status" className={styles.waiting}>
      <span className={styles.spinner} aria-hidden="true" />
      <span>{label}</span>
    </div>
  )
}
