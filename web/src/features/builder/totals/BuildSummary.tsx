import type { components } from '~/api/schema'
import { addressToShare } from '~/i18n/language'
import { useText } from '~/i18n/useText'
import { listPieces } from '~/lib/build'
import { splitKwd } from '~/lib/money'
import { ButtonLink } from '~/lib/ButtonLink'
import { ShopCardButton } from '~/lib/shopCard/ShopCardButton'
import { basketPrices, oldest } from '~/lib/shopCard/shopCardContent'
import { classNames } from '~/ui/classNames'
import { panelClass } from '~/ui/Panel'
import { useRetailerName, useRetailers } from '~/ui/RetailerLabel'
import { useBuildName } from '../shared/BuildName'
import { isBuyable, sumLines, type BuildLine } from '../shared/buildLines'
import styles from '../shared/Builder.module.css'

/** Number of payments into which the total is split. */
const payments = 4

type BuildSummaryProps = { lines: BuildLine[]; total: number; baskets: components['schemas']['Baskets'] | undefined }

/**
 * Number of the parts that can be bought today, and four payments for those that retailers with Tabby sell.
 */
export function BuildSummary({ lines, total, baskets }: BuildSummaryProps) {
  const { t, format } = useText()
  const buyable = lines.filter(isBuyable)
  const retailers = new Set(buyable.map((line) => line.product.retailerSlug).filter(Boolean)).size
  const parts = buyable.reduce((sum, line) => sum + line.part.quantity, 0)
  return (
    <section className={classNames(panelClass)} aria-label={t('build.summary')} style={{ overflow: 'hidden' }}>
      <div className={styles.summary}>
        <p className={styles.line}>
          <span>{t('build.summary')}</span>
          <span>
            {format.list([
              t('build.partsCount', { count: parts, n: format.count(parts) }),
              ...(retailers > 0 ? [t('build.shopsCount', { count: retailers, n: format.count(retailers) })] : []),
            ])}
          </span>
        </p>
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
        {buyable.length > 0 && <ShowShop lines={lines} total={total} baskets={baskets} />}
      </div>
    </section>
  )
}

/** Opens the card for a shop's counter: everything from one shop, and the cheapest basket, both with delivery. */
function ShowShop({ lines, total, baskets }: BuildSummaryProps) {
  const { t } = useText()
  const buildName = useBuildName()
  const retailerName = useRetailerName()
  const plans = [baskets?.cheapest ?? [], baskets?.eachLowest ?? [], baskets?.fewerRetailers ?? []].flat()
  const prices = basketPrices(
    plans.map((plan) => ({
      total: plan.total,
      shops: plan.retailers.map(({ slug, name }) => retailerName(slug, name)),
    })),
  )
  const sold = lines.filter(isBuyable)
  const shops = [...new Set(sold.map(({ product }) => retailerName(product.retailerSlug, product.retailer)))]
  const parts = new URLSearchParams(
    listPieces(lines.map(({ part, product }) => ({ id: product.id, quantity: part.quantity }))).map((id) => [
      'part',
      id,
    ]),
  )
  return (
    <ShopCardButton
      label={t('build.showShop')}
      wide
      content={{
        title: buildName,
        // Without baskets the card shows the total of the lowest prices.
        prices: prices.length > 0 ? prices : [{ kind: 'cheapest', amount: total, shops, isDelivered: false }],
        checkedAt: oldest(sold.map((line) => line.checkedAt)),
        link: addressToShare(`/parts-list?${parts.toString()}`),
        of: 'list',
      }}
    />
  )
}

/** The four payments in the foot of the table; nothing where no retailer with Tabby sells a part. */
export function FootPayments({ lines }: { lines: BuildLine[] }) {
  const { t, format } = useText()
  const amount = sumLines(useSoldWithTabby(lines.filter(isBuyable)))
  if (amount === 0) return null
  return (
    <span className={styles.note}>
      {t('build.footPayments', { amount: format.money(amount) })}{' '}
      <bdi dir="ltr">{splitKwd(amount, payments).map(format.money).join(' + ')}</bdi>
    </span>
  )
}

/** Returns the lines whose retailers offer payments with Tabby. */
function useSoldWithTabby(lines: BuildLine[]): BuildLine[] {
  const findRetailer = useRetailers()
  return lines.filter((line) => findRetailer(line.product.retailerSlug)?.tabby)
}

/** Four payments for the parts that retailers with Tabby sell; names these retailers where others sell the rest. */
function Payments({ lines, total }: { lines: BuildLine[]; total: number }) {
  const { t, format } = useText()
  const retailerName = useRetailerName()
  const sold = useSoldWithTabby(lines)
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
