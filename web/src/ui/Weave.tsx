import { classNames } from './classNames'
import styles from './Weave.module.css'

/** A piece of the weave, in the colour of the text around it. Broken pieces say *not checked*. */
export function Weave({ broken = false, className }: { broken?: boolean; className?: string }) {
  return <span className={classNames(styles.weave, broken && styles.broken, className)} aria-hidden="true" />
}
