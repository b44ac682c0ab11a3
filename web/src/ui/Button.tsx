import type { ComponentPropsWithRef } from 'react'
import styles from './Button.module.css'
import { classNames } from './classNames'
import { Icon } from './Icon'
import type { IconName } from './iconName'

type Look = {
  /**
   * *filled*: the one next step of a view; *outline*: other actions on parts; *plain*: tools; *quiet*: resets;
   * *danger*: deletions.
   */
  kind?: 'filled' | 'outline' | 'plain' | 'quiet' | 'danger'
  small?: boolean
  wide?: boolean
  icon?: IconName
  /** An icon after the label, mirrored in Arabic. */
  after?: IconName
}

function look({ kind = 'plain', small, wide }: Look, className?: string) {
  return classNames(
    styles.button,
    kind !== 'plain' && styles[kind],
    small && styles.small,
    wide && styles.wide,
    className,
  )
}

function Content({ icon, after, children }: Look & { children?: React.ReactNode }) {
  return (
    <>
      {icon && <Icon name={icon} size="s" />}
      {children}
      {after && <Icon name={after} size="s" flip />}
    </>
  )
}

/** A button with a label. */
export function Button({
  kind,
  small,
  wide,
  icon,
  after,
  className,
  children,
  ...rest
}: Look & ComponentPropsWithRef<'button'>) {
  return (
    <button type="button" {...rest} className={look({ kind, small, wide }, className)}>
      <Content icon={icon} after={after}>
        {children}
      </Content>
    </button>
  )
}

/** A link that looks like a button. For links inside the site there is `lib/ButtonLink`. */
export function ButtonAnchor({
  kind,
  small,
  wide,
  icon,
  after,
  className,
  children,
  ...rest
}: Look & ComponentPropsWithRef<'a'>) {
  return (
    <a {...rest} className={look({ kind, small, wide }, className)}>
      <Content icon={icon} after={after}>
        {children}
      </Content>
    </a>
  )
}

/** A button with an icon only; screen readers read its label. */
export function IconButton({
  icon,
  label,
  className,
  ...rest
}: { icon: IconName; label: string } & ComponentPropsWithRef<'button'>) {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      {...rest}
      className={classNames(styles.button, styles.quiet, styles.square, className)}
    >
      <Icon name={icon} />
    </button>
  )
}
