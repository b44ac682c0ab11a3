import { useText } from '~/i18n/useText'
import { splitKwd } from '~/lib/money'
import { ButtonLink } from '~/lib/ButtonLink'
import { classNames } from '~/ui/classNames'
import { panelClass } from '~/ui/Panel'
import { Price } from '~/ui/Price'
import { useRetailerName, useRetailers } from '~/ui/RetailerLabel'
import { isBuyable, sumLines, type BuildLine } from './buildLines'
import styles from './Builder.module.css'

/** Number of payments into which the total is split. */
const payments = 4

/**
 * Total and number of the parts that can be bought today, and four payments for those that retailers with Tabby sell.
 */
export function BuildSummary({ lines, total }: { lines: BuildLine[]; total: number }) {
  const { t, format } = useText()
  const buyable = lines.filter(isBuyable)
  const retailers = new Set(buyable.map((line) => line.product.retailerSlug).filter(Boolean)).size
  const parts = buyable.reduce((sum, line) => sum + line.part.quantity, 0)
  return (
    <section className={classNames(panelClass)} aria-label={t('build.summary')} style={{ overflow: 'hidden' }}>
      <div className={styles.summary}>
        <p className={styles.line}>
          <span>{t('build.total')}</span>
          <span>
            {format.list([
              t('build.partsCount', { count: parts, n: format.count(parts) }),
              ...(retailers > 0 ? [t('build.shopsCount', { count: retailers, n: format.count(retailers) })] : []),
            ])}
          </span>
        </p>
        <Price value={total} size="xl" />
        <Payments lines={buyable} total={total} />
        <ButtonLink
          kind="outline"
          wide
          icon="list"
          className={styles.list}
          to="/parts-list"
          search={{ part: lines.flatMap(({ part, product }) => Array<string>(part.quantity).fill(product.id)) }}
        >
          {t('build.partsList')}
        </ButtonLink>
      </div>
    </section>
  )
}

/** Four payments for the parts that retailers with Tabby sell; names these retailers where others sell the rest. */
function Payments({ lines, total }: { lines: BuildLine[]; total: number }) {
  const { t, format } = useText()
  const findRetailer = useRetailers()
  const retailerName = useRetailerName()
  const sold = lines.filter((line) => findRetailer(line.product.retailerSlug)?.tabby)
  const amount = sumLines(sold)
  if (amount === 0) return <p className={styles.note}>{t('build.paymentsNone')}</p>
  const retailers = [...new Set(sold.map((line) => line.product.retailerSlug))]
  return (
    <>
      <ol className={styles.payments}>
        {splitKwd(amount, payments).map((payment, index) => (
          <li key={paymentDay(index)}>
            <b>
              <bdi dir="ltr">{format.money(payment)}</bdi>
            </b>
            {index === 0 ? t('build.today') : format.day(paymentDay(index))}
          </li>
        ))}
      </ol>
      <p className={styles.note}>
        {amount === total
          ? t('build.payments')
          : t('build.paymentsPart', {
              amount: format.money(amount),
              shops: format.list(retailers.map((slug) => retailerName(slug))),
            })}
      </p>
    </>
  )
}

/** Returns the date of a payment: the same day in a following month, or the month's last day where it is shorter. */
function paymentDay(months: number): string {
  const now = new Date()
  const day = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + months + 1, 0))
  day.setUTCDate(Math.min(now.getUTCDate(), day.getUTCDate()))
  return day.toISOString().slice(0, 10)
}
