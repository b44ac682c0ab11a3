import { useText } from '~/i18n/useText'
import { isBuyable, type BuildLine } from '../shared/buildLines'
import styles from './BuildTable.module.css'

/** What the totals leave out: the number of parts that no retailer sells today, and whether today's prices are missing. */
export function FootNotes({ lines, pricesFailed }: { lines: BuildLine[]; pricesFailed: boolean }) {
  const { t, format } = useText()
  const count = lines.filter((line) => !isBuyable(line)).length
  return (
    <>
      {count > 0 && <span className={styles.moved}>{t('build.notBuyable', { count, n: format.count(count) })}</span>}
      {pricesFailed && <span className={styles.dim}>{t('build.refreshFailed')}</span>}
    </>
  )
}
