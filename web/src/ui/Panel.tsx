import { useId, type ReactNode } from 'react'
import { classNames } from './classNames'
import { Icon } from './Icon'
import type { IconName } from './iconName'
import styles from './Panel.module.css'

type PanelProps = {
  title: ReactNode
  icon?: IconName
  /** Content at the end of the title's line. */
  aside?: ReactNode
  id?: string
  className?: string
  children: ReactNode
}

/** A titled section of a page. */
export function Panel({ title, icon, aside, id, className, children }: PanelProps) {
  const heading = useId()
  return (
    <section id={id} className={classNames(styles.panel, styles.clip, className)} aria-labelledby={heading}>
      <div className={styles.head}>
        <h2 id={heading}>
          {icon && <Icon name={icon} />}
          {title}
        </h2>
        {aside}
      </div>
      {children}
    </section>
  )
}

/** The panel's class name, for elements with a heading of their own. */
export const panelClass = styles.panel ?? ''

/** The class name of a small note in a panel's head. */
export const noteClass = styles.note ?? ''
