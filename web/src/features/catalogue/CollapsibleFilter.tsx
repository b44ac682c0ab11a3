import type { ReactNode } from 'react'
import { Icon } from '~/ui/Icon'
import { useOpenDetails } from '~/ui/useOpenDetails'
import styles from './FilterPanel.module.css'

/** A group of filters that folds. Folded content is not rendered: a listing has hundreds of values. */
export function CollapsibleFilter({
  title,
  startsOpen,
  children,
}: {
  title: string
  startsOpen: boolean
  children: ReactNode
}) {
  const details = useOpenDetails(startsOpen)
  return (
    <details className={styles.group} {...details}>
      <summary>
        {title}
        <Icon name="down" size="s" />
      </summary>
      {details.open && children}
    </details>
  )
}
