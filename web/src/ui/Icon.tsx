import { classNames } from './classNames'
import styles from './Icon.module.css'
import type { IconName } from './iconName'
import drawings from './icons.svg'

type IconProps = {
  name: IconName
  size?: 's' | 'm' | 'l'
  /** Mirrored in Arabic: for arrows and chevrons that show a direction. */
  flip?: boolean
  className?: string
}

/** An icon. Hidden from screen readers: words stand beside it or label its button. */
export function Icon({ name, size = 'm', flip = false, className }: IconProps) {
  return (
    <svg
      viewBox="0 0 24 24"
      aria-hidden="true"
      className={classNames(styles.icon, size !== 'm' && styles[size], flip && 'flip', className)}
    >
      <use href={`${drawings}#${name}`} />
    </svg>
  )
}

/** The logo: the letter ت as two parts dropping into a socket. Not mirrored in Arabic. */
export function Logo({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 32 32" aria-hidden="true" className={className}>
      <rect x="8.7" y="4.5" width="6.4" height="6.4" rx="1.2" fill="var(--deal)" />
      <rect x="16.9" y="4.5" width="6.4" height="6.4" rx="1.2" fill="var(--accent)" />
      <path d="M4.7 12.5v8l6 6h10.6l6-6v-8" fill="none" stroke="var(--text)" strokeWidth="4.4" />
    </svg>
  )
}
