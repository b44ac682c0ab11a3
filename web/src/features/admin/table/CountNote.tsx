import type { ReactNode } from 'react'
import { classNames } from '~/ui/classNames'
import { noteClass } from '~/ui/Panel'
import styles from '../shared/Admin.module.css'

/** The number of rows of a table, among its tools. Its room is kept while it loads, so that no tool moves. */
export function CountNote({ loaded, children }: { loaded: boolean; children: ReactNode }) {
  return <span className={classNames(noteClass, !loaded && styles.loading)}>{children}</span>
}
