import { useState, type ReactNode } from 'react'
import { useText } from '~/i18n/useText'
import { Button } from '~/ui/Button'
import { noteClass, Panel } from '~/ui/Panel'
import charts from './Charts.module.css'

type ChartPanelProps = {
  title: string
  note?: string
  head: string
  rows: { name: string; count: number }[]
  children: ReactNode
}

/** A chart; a button shows the same numbers as a table. */
export function ChartPanel({ title, note, head, rows, children }: ChartPanelProps) {
  const { t } = useText()
  const [asTable, setAsTable] = useState(false)
  const words = t(asTable ? 'admin.analytics.asChart' : 'admin.analytics.asTable')
  const empty = rows.every(({ count }) => count === 0)
  return (
    <Panel
      title={title}
      aside={
        <span className={charts.aside}>
          {note && <span className={noteClass}>{note}</span>}
          {!empty && (
            <Button
              small
              kind="quiet"
              icon="table"
              aria-label={`${words}: ${title}`}
              onClick={() => setAsTable(!asTable)}
            >
              {words}
            </Button>
          )}
        </span>
      }
    >
      {empty && <p className={charts.empty}>{t('admin.noData')}</p>}
      {!empty && !asTable && children}
      {!empty && asTable && <NumbersTable title={title} head={head} rows={rows} />}
    </Panel>
  )
}

function NumbersTable({ title, head, rows }: Pick<ChartPanelProps, 'title' | 'head' | 'rows'>) {
  const { t, format } = useText()
  return (
    <div className={charts.frame} tabIndex={0} role="region" aria-label={`${title}: ${t('admin.analytics.asTable')}`}>
      <table className={charts.table}>
        <thead>
          <tr>
            <th scope="col">{head}</th>
            <th scope="col">{t('admin.analytics.count')}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ name, count }) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              <td>
                <bdi dir="ltr">{format.count(count)}</bdi>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
