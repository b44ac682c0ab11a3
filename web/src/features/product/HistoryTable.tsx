import { useText } from '~/i18n/useText'
import { UnknownValue } from '~/ui/Price'
import { RetailerLabel } from '~/ui/RetailerLabel'
import type { HistoryChartData } from './historyData'
import styles from './PriceHistory.module.css'

/** The chart's data as a table: the days on which any price changed, newest first. */
export function HistoryTable({ data }: { data: HistoryChartData }) {
  const { t, format } = useText()
  const { lines, days } = data
  const changes = days
    .filter((day, index) => lines.some(({ slug }) => day[slug] !== days[index - 1]?.[slug]))
    .toReversed()
  return (
    <div className={styles.tableFrame} tabIndex={0} role="region" aria-label={t('history.title')}>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">{t('history.date')}</th>
            {lines.map((line) => (
              <th key={line.slug} scope="col">
                <RetailerLabel slug={line.slug} name={line.label} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {changes.map((day) => (
            <tr key={day.time}>
              <th scope="row">{format.day(new Date(day.time).toISOString())}</th>
              {lines.map(({ slug }) => {
                const price = day[slug]
                return (
                  <td key={slug}>
                    {price === undefined ? <UnknownValue /> : <bdi dir="ltr">{format.money(price)}</bdi>}
                  </td>
                )
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
