import type { components } from '~/api/schema'
import { useText } from '~/i18n/useText'
import { subtractKwd, sumKwd, toFils } from '~/lib/money'
import { UnknownValue, Price } from '~/ui/Price'
import type { BuildLine } from '../shared/buildLines'
import styles from './BuildTotals.module.css'

/** Element id of the panel with the cheapest basket. */
export const basketId = 'basket'

type BuildTotalsProps = { lines: BuildLine[]; total: number; baskets: components['schemas']['Baskets'] | undefined }

/**
 * Totals of the build: the price, the price with delivery where each part is bought as listed, and the cheapest
 * basket's price.
 */
export function BuildTotals({ lines, total, baskets }: BuildTotalsProps) {
  const { t, format } = useText()
  const fees = lines.map(({ delivery }) => (delivery.kind === 'fee' ? delivery.amount : 0))
  const isStated = lines.every(({ delivery, state }) => state !== 'sold' || delivery.kind !== 'unknown')
  const delivered = sumKwd([total, ...fees])
  const cheapest = baskets?.cheapest
  const saved = cheapest ? subtractKwd(delivered, cheapest.total) : 0
  return (
    <section className={styles.totals} aria-label={t('build.totals')}>
      <p>
        <span>{t('build.total')}</span>
        <Price value={total} size="lg" />
      </p>
      <p>
        <span>{t(isStated ? 'build.delivered' : 'build.deliveredFrom')}</span>
        <Price value={delivered} size="lg" />
      </p>
      <a href={`#${basketId}`} onClick={openBasket}>
        <span>
          {t('build.cheapestBasket')}
          {cheapest && toFils(saved) > 0 && isStated && <b>{t('build.saves', { amount: format.money(saved) })}</b>}
        </span>
        {cheapest ? <Price value={cheapest.total} size="lg" best /> : <UnknownValue />}
      </a>
    </section>
  )
}

/** Expands the sums of the cheapest basket; the link itself scrolls to the panel. */
function openBasket() {
  const sums = document.getElementById(basketId)?.querySelector('details')
  if (sums) sums.open = true
}
