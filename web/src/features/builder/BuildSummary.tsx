import { useText } from '~/i18n/useText'
import type { SelectedComponent } from '~/lib/buildStore'
import { splitKwd, sumKwd } from '~/lib/money'
import { ButtonLink } from '~/ui/Button'
import { classNames } from '~/ui/classNames'
import { Icon } from '~/ui/Icon'
import { panelClass } from '~/ui/Panel'
import { Price } from '~/ui/Price'
import styles from './Builder.module.css'

/** Into how many payments the total is split. */
const payments = 4

/** The total, what it is in four payments, and what has not been checked. */
export function BuildSummary({ chosen }: { chosen: SelectedComponent[] }) {
  const { t, format } = useText()
  const total = sumKwd(chosen.map((one) => one.price ?? 0))
  const shops = new Set(chosen.map((one) => one.product.retailerSlug).filter(Boolean)).size
  return (
    <section className={classNames(panelClass)} aria-label={t('build.total')} style={{ overflow: 'hidden' }}>
      <div className={styles.summary}>
        <p className={styles.line}>
          <span>{t('build.total')}</span>
          <span>
            {t('build.partsCount', { count: chosen.length, n: format.count(chosen.length) })}
            {shops > 0 && <>, {t('build.shopsCount', { count: shops, n: format.count(shops) })}</>}
          </span>
        </p>
        <Price value={total} size="xl" />
        <ol className={styles.payments}>
          {splitKwd(total, payments).map((amount, index) => (
            <li key={paymentDay(index)}>
              <b>
                <bdi dir="ltr">{format.money(amount)}</bdi>
              </b>
              {index === 0 ? t('build.today') : format.day(paymentDay(index))}
            </li>
          ))}
        </ol>
        <p className={styles.note}>{t('build.payments')}</p>
        <ButtonLink kind="outline" wide icon="list" className={styles.list} to="/parts-list" search={{ part: chosen.map((one) => one.product.id) }}>
          {t('build.partsList')}
        </ButtonLink>
      </div>
      <div className={styles.checks}>
        <Icon name="unknown" />
        <b>{t('build.noChecks')}</b>
        <p>{t('build.noChecksText')}</p>
      </div>
    </section>
  )
}

/** The day of a payment: the same day of the following months. */
function paymentDay(months: number): string {
  const day = new Date()
  day.setUTCMonth(day.getUTCMonth() + months)
  return day.toISOString().slice(0, 10)
}
