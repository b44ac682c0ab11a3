import type { ReactNode } from 'react'
import styles from './Chip.module.css'
import { classNames } from './classNames'
import { Icon } from './Icon'
import type { IconName } from './iconName'

type ChipProps = {
  /** *fact* is neutral; the others have a meaning and need an icon or words beside the colour. */
  kind?: 'fact' | 'accent' | 'ok' | 'warning' | 'error' | 'unknown' | 'deal'
  icon?: IconName
  title?: string
  className?: string
  children: ReactNode
}

/** A label, not a button. */
export function Chip({ kind = 'fact', icon, title, className, children }: ChipProps) {
  return (
    <span className={classNames(styles.chip, kind !== 'fact' && styles[kind], className)} title={title}>
      {icon && <Icon name={icon} size="s" />}
      {children}
    </span>
  )
}

type RemovableChipProps = { removeLabel: string; onRemove: () => void; accent?: boolean; children: ReactNode }

/** A label with a button that removes it. */
export function RemovableChip({ removeLabel, onRemove, accent = false, children }: RemovableChipProps) {
  return (
    <span className={classNames(styles.chip, styles.removable, accent && styles.accent)}>
      <span>{children}</span>
      <button type="button" aria-label={removeLabel} onClick={onRemove}>
        <Icon name="x" size="s" />
      </button>
    </span>
  )
}
