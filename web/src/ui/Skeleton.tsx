import type { ReactNode } from 'react'
import { classNames } from './classNames'
import styles from './States.module.css'

/** A block in the shape of what is to come, breathing slowly. Sizes are CSS lengths. */
export function Skeleton({ width = '100%', height = '1rem', className }: { width?: string; height?: string; className?: string }) {
  return <span className={classNames(styles.skeleton, className)} style={{ inlineSize: width, blockSize: height }} />
}

/** Says that something is loading, and shows its skeleton only when it takes longer than a moment. */
export function Loading({ label, children, className }: { label: string; children: ReactNode; className?: string }) {
  return (
    <div role="status" className={classNames(styles.late, className)}>
      <span className="sr">{label}</span>
      <div aria-hidden="true">{children}</div>
    </div>
  )
}
