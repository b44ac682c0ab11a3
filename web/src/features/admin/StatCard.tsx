import type { ReactNode } from 'react'
import { classNames } from '~/ui/classNames'
import { panelClass } from '~/ui/Panel'
import charts from './Charts.module.css'

/** A row of key figures. */
export function StatCards({ label, children }: { label: string; children: ReactNode }) {
  return (
    <dl className={charts.stats} aria-label={label}>
      {children}
    </dl>
  )
}

/** One key figure with its name. */
export function StatCard({ name, value, note }: { name: string; value: ReactNode; note?: ReactNode }) {
  return (
    <div className={classNames(panelClass, charts.stat)}>
      <dt>{name}</dt>
      <dd>
        <bdi>{value}</bdi>
      </dd>
      {note !== undefined && <dd className={charts.note}>{note}</dd>}
    </div>
  )
}
