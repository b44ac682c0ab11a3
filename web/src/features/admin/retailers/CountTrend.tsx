import { useText } from '~/i18n/useText'
import styles from './CrawlHistory.module.css'

const width = 120
const height = 32
const margin = 4

/** The counts of a shop's crawls as a line, the oldest first. The table below it holds the numbers. */
export function CountTrend({ name, counts }: { name: string; counts: number[] }) {
  const { t, format } = useText()
  const first = counts[0]
  const last = counts.at(-1)
  if (first === undefined || last === undefined) return null
  const values = { name, from: format.count(first), to: format.count(last) }
  return (
    <span className={styles.trend}>
      <span>{name}</span>
      <svg viewBox={`0 0 ${width} ${height}`} role="img" aria-label={t('admin.operations.trend', values)}>
        <polyline points={trendPoints(counts)} />
      </svg>
      <b>
        <bdi dir="ltr">{values.to}</bdi>
      </b>
    </span>
  )
}

/** Returns the points of the line. Zero is at the bottom, so that a small change does not look like a large one. */
export function trendPoints(counts: number[]): string {
  const highest = Math.max(...counts, 1)
  const drawn = counts.length === 1 ? [...counts, ...counts] : counts
  return drawn
    .map((count, index) => {
      const x = (index / (drawn.length - 1)) * width
      const y = margin + (1 - count / highest) * (height - 2 * margin)
      return `${round(x)},${round(y)}`
    })
    .join(' ')
}

function round(value: number): number {
  return Math.round(value * 10) / 10
}
