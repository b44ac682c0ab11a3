import type { ReactNode } from 'react'
import { classNames } from './classNames'
import styles from './States.module.css'

/** A slowly pulsing block in the shape of the content that is loading. Sizes are CSS lengths. */
export function Skeleton({
  width = '100%',
  height = '1rem',
  className,
}: {
  width?: string
  height?: string
  className?: string
}) {
  return <span className={classNames(styles.skeleton, className)} style={{ inlineSize: width, blockSize: height }} />
}

/** Announces that something is loading, and shows a skeleton only after a short delay. */
export function Loading({ label, children, className }: { label: string; children: ReactNode; className?: string }) {
  return (
    <div role="status" className={classNames(styles.late, className)}>
      <span className="sr">{label}</span>
      <div aria-hidden="true">{children}</div>
    </div>
  )
}
