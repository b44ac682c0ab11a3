import { Suspense } from 'react'
import { useText } from '~/i18n/useText'
import { slots, type CategoryInfo } from '~/lib/categories'
import { classNames } from '~/ui/classNames'
import { panelClass } from '~/ui/Panel'
import { UnknownValue } from '~/ui/Price'
import type { BuildLine } from '../shared/buildLines'
import columns from './BuildColumns.module.css'
import styles from './BuildTable.module.css'
import { EmptyRow } from './EmptyRow'
import { ChosenRow, FootNotes, FootPayments, VerdictLine } from './loadFilledBuildComponents'
import { isNeeded, type Verdict } from '~/lib/verdict'

type BuildTableProps = {
  /** Whether another element of the page proposes the next step: no row is highlighted then. */
  hasOtherNextStep: boolean
  lines: BuildLine[]
  verdict: Verdict | undefined
  /** The smallest power supply that fits, in W. */
  recommendedPsu: number | null
  /** Whether today's prices could not be fetched. */
  pricesFailed: boolean
  /** Whether the compatibility check failed. */
  checkFailed: boolean
  /**
   * Whether today's prices or the verdict for these parts are still loading: the shown ones may belong to the parts
   * before.
   */
  loading: boolean
}

/** The builder's table: a row for every slot, filled or empty, and one for every further part of a slot. */
export function BuildTable({
  hasOtherNextStep,
  lines,
  verdict,
  recommendedPsu,
  pricesFailed,
  checkFailed,
  loading,
}: BuildTableProps) {
  const { t } = useText()
  const linesOf = (info: CategoryInfo) => lines.filter((line) => line.part.componentType === info.type)
  // The next required part has the one filled button of the page.
  const nextCategory = slots.find((info) => linesOf(info).length === 0 && isNeeded(info.type, verdict))?.type
  return (
    <section className={classNames(panelClass, styles.build)} aria-busy={loading}>
      <h2 className="sr">{t('build.parts')}</h2>
      <table className={columns.columns}>
        <Head />
        <tbody>
          {slots.map((info) => {
            const chosen = linesOf(info)
            if (chosen.length === 0)
              return (
                <EmptyRow
                  key={info.type}
                  info={info}
                  isNext={!hasOtherNextStep && info.type === nextCategory}
                  isNeeded={!info.required && isNeeded(info.type, verdict)}
                  recommendedPsu={recommendedPsu}
                />
              )
            return (
              <Suspense key={info.type}>
                {chosen.map((line, index) => (
                  <ChosenRow key={line.part.id} info={info} line={line} isFirstOfSlot={index === 0} verdict={verdict} />
                ))}
              </Suspense>
            )
          })}
        </tbody>
        <TableFoot lines={lines} verdict={verdict} pricesFailed={pricesFailed} checkFailed={checkFailed} />
      </table>
    </section>
  )
}

/** The verdict, and what the totals leave out. */
function TableFoot({
  lines,
  verdict,
  pricesFailed,
  checkFailed,
}: Pick<BuildTableProps, 'lines' | 'verdict' | 'pricesFailed' | 'checkFailed'>) {
  const { t } = useText()
  return (
    <tfoot>
      <tr>
        <td colSpan={9}>
          <div className={styles.foot}>
            {lines.length === 0 ? (
              <span className={styles.legend}>
                <span className={styles.required} aria-hidden="true" />
                {t('build.legend')}
              </span>
            ) : (
              <Suspense>
                <VerdictLine verdict={verdict} failed={checkFailed} />
                <FootNotes lines={lines} pricesFailed={pricesFailed} />
              </Suspense>
            )}
            {lines.length > 0 && (
              <Suspense>
                <FootPayments lines={lines} />
              </Suspense>
            )}
            {/* With parts, the total stands above the table. */}
            {lines.length === 0 && (
              <span className={styles.total}>
                {t('build.total')} <UnknownValue />
              </span>
            )}
          </div>
        </td>
      </tr>
    </tfoot>
  )
}

function Head() {
  const { t } = useText()
  return (
    <thead className="sr-narrow">
      <tr>
        <th scope="col">{t('build.component')}</th>
        <th scope="col">{t('build.selection')}</th>
        {(['build.base', 'build.promo', 'build.shipping', 'build.tax'] as const).map((column) => (
          <th key={column} scope="col" className={classNames(styles.optional, styles.amount)}>
            {t(column)}
          </th>
        ))}
        <th scope="col" className={styles.amount}>
          {t('build.price')}
        </th>
        <th scope="col">{t('build.where')}</th>
        <th>
          <span className="sr">{t('build.actions')}</span>
        </th>
      </tr>
    </thead>
  )
}
