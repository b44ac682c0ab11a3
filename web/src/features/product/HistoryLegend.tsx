import type { CSSProperties } from 'react'
import { useText } from '~/i18n/useText'
import { RetailerLabel, useRetailerName, useRetailers } from '~/ui/RetailerLabel'
import { retailerColor, retailerDash } from '~/ui/retailerMarks'
import type { HistoryLine } from './historyData'
import styles from './PriceHistory.module.css'

type HistoryLegendProps = {
  lines: HistoryLine[]
  cheapest: string | undefined
  hidden: ReadonlySet<string>
  onToggle: (slug: string) => void
}

/** The legend: each retailer with its mark and its dash; a press hides or shows its line. */
export function HistoryLegend({ lines, cheapest, hidden, onToggle }: HistoryLegendProps) {
  const { t } = useText()
  const findRetailer = useRetailers()
  const retailerName = useRetailerName()
  return (
    <ul className={styles.keys}>
      {lines.map((line) => {
        const position = findRetailer(line.slug)?.position
        return (
          <li key={line.slug}>
            <button
              type="button"
              className={styles.key}
              aria-pressed={!hidden.has(line.slug)}
              title={t('history.toggle', { shop: retailerName(line.slug, line.label) })}
              onClick={() => onToggle(line.slug)}
              style={{ '--retailer-color': retailerColor(position) } as CSSProperties}
            >
              <RetailerLabel slug={line.slug} name={line.label} />
              <svg viewBox="0 0 24 8" aria-hidden="true">
                <path d="M0 4h24" strokeDasharray={line.slug === cheapest ? undefined : retailerDash(position)} />
              </svg>
            </button>
          </li>
        )
      })}
    </ul>
  )
}
