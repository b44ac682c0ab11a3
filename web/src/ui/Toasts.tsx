import { useToasts } from '~/lib/toasts'
import styles from './Toasts.module.css'

/** Where short messages appear, and are read out. */
export function Toasts() {
  const { text, count } = useToasts()
  return (
    <div role="status" className={text ? styles.toast : 'sr'}>
      <span key={count}>{text}</span>
    </div>
  )
}
