import type { PriceVerdict } from '~/api/wire'
import { useText } from '~/i18n/useText'
import { useRetailerName } from '~/ui/RetailerLabel'

/**
 * Returns a function that says a verdict about a price: a line with its evidence, and one for each shop whose price
 * before is above what it asked. No line for a product that is not in stock.
 *
 * Example: "Lowest in 90 days · usually 199.000 · this low on 2% of the days".
 */
export function usePriceVerdictText(): (verdict: PriceVerdict) => string[] {
  const { t, format } = useText()
  const retailerName = useRetailerName()
  const compare = ({ code, evidence, stockDays, neededDays }: PriceVerdict): string[] => {
    if (code === 'NOT_IN_STOCK') return []
    if (code === 'NOT_ENOUGH_HISTORY' || evidence === null) {
      const [days, needed] = [format.count(stockDays ?? 0), format.count(neededDays)]
      return [t('history.verdict.tooShort', { days, needed })]
    }
    const { lowestInDays, usualPrice, percentile, lowDaysPercent } = evidence
    const parts = [t(`history.verdict.${code}`, { days: format.count(lowestInDays ?? 0) })]
    if (code !== 'USUAL') parts.push(t('history.verdict.usually', { price: format.money(usualPrice) }))
    parts.push(
      code === 'ABOVE_USUAL'
        ? t('history.verdict.cheaper', { percent: format.count(percentile) })
        : t('history.verdict.often', { percent: format.count(lowDaysPercent) }),
    )
    return [parts.join(' · ')]
  }
  return (verdict) => [
    ...compare(verdict),
    ...verdict.raisedBeforeFall.map(({ retailer, retailerSlug, listPrice, lowestBefore }) =>
      t('history.verdict.raised', {
        shop: retailerName(retailerSlug, retailer),
        before: format.money(listPrice),
        lowest: format.money(lowestBefore),
      }),
    ),
  ]
}
