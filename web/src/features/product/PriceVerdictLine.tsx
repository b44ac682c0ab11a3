import type { PriceVerdict } from '~/api/wire'
import styles from './PriceHistory.module.css'
import { usePriceVerdictText } from './usePriceVerdictText'

/** Whether the price now is a good one, in words with their evidence. Nothing while the product is not in stock. */
export function PriceVerdictLine({ verdict }: { verdict: PriceVerdict | undefined }) {
  const describe = usePriceVerdictText()
  // An api of the version before answers without a verdict.
  const lines = verdict ? describe(verdict) : []
  if (lines.length === 0) return null
  return (
    <div className={styles.verdict}>
      {lines.map((line) => (
        <p key={line}>{line}</p>
      ))}
    </div>
  )
}
