import { Icon } from '~/ui/Icon'
import type { IconName } from '~/ui/iconName'
import styles from './Segmented.module.css'

type SegmentedProps<T extends string> = {
  label: string
  value: T
  options: { value: T; label: string; icon?: IconName }[]
  onChange: (value: T) => void
}

/** Choices side by side, of which one is active. */
export function Segmented<T extends string>({ label, value, options, onChange }: SegmentedProps<T>) {
  return (
    <div className={styles.segmented} role="group" aria-label={label}>
      {options.map((option) => (
        <button
          key={option.value}
          type="button"
          aria-pressed={option.value === value}
          aria-label={option.icon ? option.label : undefined}
          title={option.icon ? option.label : undefined}
          onClick={() => onChange(option.value)}
        >
          {option.icon ? <Icon name={option.icon} /> : option.label}
        </button>
      ))}
    </div>
  )
}
