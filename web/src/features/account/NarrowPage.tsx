import type { ReactNode } from 'react'
import { Icon } from '~/ui/Icon'
import { Page } from '~/ui/Page'
import styles from './Account.module.css'

/** A narrow page with a single task. */
export function NarrowPage({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Page title={title}>
      <div className={styles.sheet}>
        <h1>{title}</h1>
        {children}
      </div>
    </Page>
  )
}

/** A message of success. */
export function SuccessNote({ children }: { children: ReactNode }) {
  return (
    <p role="status" className={styles.good}>
      <Icon name="ok" />
      <span>{children}</span>
    </p>
  )
}
