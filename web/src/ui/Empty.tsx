import type { ReactNode } from 'react'
import styles from './States.module.css'
import { Weave } from './Weave'

type EmptyProps = {
  title: string
  text?: ReactNode
  /** The heading's level: 1 where the message is the whole page. */
  level?: 1 | 2
  /** Buttons, the main one first. */
  children?: ReactNode
}

/** Message for an empty page or list: a piece of the woven pattern, a sentence, and a button that leads on. */
export function Empty({ title, text, level = 2, children }: EmptyProps) {
  const Heading = level === 1 ? 'h1' : 'h2'
  return (
    <div className={styles.empty}>
      <Weave className={styles.weave} />
      <Heading>{title}</Heading>
      {text && <p>{text}</p>}
      {children && <div className={styles.actions}>{children}</div>}
    </div>
  )
}
