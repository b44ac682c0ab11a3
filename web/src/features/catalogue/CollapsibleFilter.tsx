import { useState, type ReactNode } from 'react'
import { Icon } from '~/ui/Icon'
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
  const [open, setOpen] = useState(startsOpen)
  const [lastStartsOpen, setLastStartsOpen] = useState(startsOpen)
  // A filter that was set elsewhere opens its group.
  if (lastStartsOpen !== startsOpen) {
    setLastStartsOpen(startsOpen)
    if (startsOpen) setOpen(true)
  }
  return (
    <details className={styles.group} open={open} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        {title}
        <Icon name="down" size="s" />
      </summary>
      {open && children}
    </details>
  )
}
