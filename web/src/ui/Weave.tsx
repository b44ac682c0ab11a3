import { classNames } from './classNames'
import styles from './Weave.module.css'

/** A piece of the woven pattern, in the colour of the surrounding text. A broken piece means *not checked*. */
export function Weave({ broken = false, className }: { broken?: boolean; className?: string }) {
  return <span className={classNames(styles.weave, broken && styles.broken, className)} aria-hidden="true" />
}
