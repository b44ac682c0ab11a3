import type { ReactNode } from 'react'
import { classNames } from '~/ui/classNames'
import { panelClass } from '~/ui/Panel'
import charts from './Charts.module.css'

/** A row of key figures. While they load, names and room are there, and the values are hidden. */
export function StatCards({ label, loading, children }: { label: string; loading?: boolean; children: ReactNode }) {
  return (
    <dl className={classNames(charts.stats, loading && charts.loading)} aria-label={label} aria-busy={loading}>
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
