import type { ReactNode } from 'react'
import styles from './States.module.css'
import { Weave } from './Weave'

type EmptyProps = {
  title: string
  text?: ReactNode
  /** The heading's level: 1 where the state is the whole page. */
  level?: 1 | 2
  /** Buttons: the one way on first. */
  children?: ReactNode
}

/** Nothing here: a piece of weave, one sentence, one way on. */
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
