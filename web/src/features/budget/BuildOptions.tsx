import { useText } from '~/i18n/useText'
import { Empty } from '~/ui/Empty'
import { Panel } from '~/ui/Panel'
import { Price } from '~/ui/Price'
import type { BudgetBuilds, BuildOption } from '~/lib/budgetBuilds'
import styles from './BuildFor.module.css'
import { BuildOptionCard } from './BuildOptionCard'
import { nameBuilds } from '~/lib/buildNames'
import { UncheckedNote } from './BuildNotes'
import { PartRows } from './PartRows'

/**
 * Up to three builds side by side, and the parts of the next better one; or the cheapest build, where the budget is too
 * small.
 */
export function BuildOptions({ response }: { response: BudgetBuilds }) {
  const { t, format, language } = useText()
  const products = new Map(response.products.map((product) => [product.id, product]))
  const { least, nextStep, noBuild } = response
  if (noBuild) {
    return <Empty title={t('budget.noBuild')} text={language === 'ar' ? noBuild.textAr : noBuild.text} />
  }
  if (least) {
    return (
      <Panel title={t('budget.tooLittle')}>
        <p className={styles.note}>
          {t('budget.leastText')} <Price value={least.total} />
          {' · '}
          {t('budget.missing')} <Price value={least.missing} />
        </p>
        <PartRows build={least} products={products} />
      </Panel>
    )
  }
  const changed = nextStep?.changed.flatMap((id) => products.get(id)?.name ?? []) ?? []
  const unchecked = response.builds[0]?.unchecked ?? []
  const names = nameBuilds(response)
  return (
    <>
      <Headline response={response} unchecked={unchecked} />
      <ul className={styles.cards}>
        {response.builds.map((option, position) => (
          <li key={option.kind}>
            <BuildOptionCard
              option={option}
              saidOnce={unchecked}
              products={products}
              named={names[position] ?? 'best'}
              use={response.use}
            />
          </li>
        ))}
      </ul>
      {nextStep && (
        <p className={styles.next}>
          {t('budget.nextStep', { amount: format.money(nextStep.extra) })}
          {': '}
          {changed.map((name) => (
            <bdi key={name} dir="ltr" className={styles.changed}>
              {name}
            </bdi>
          ))}
        </p>
      )}
      <p className={styles.note}>{t('budget.estimated')}</p>
    </>
  )
}

type HeadlineProps = { response: BudgetBuilds; unchecked: BuildOption['unchecked'] }

/** What is to be known of the best build: what could not be checked, what it keeps of our advice, and what is left over. */
function Headline({ response: { soundness, unspent }, unchecked }: HeadlineProps) {
  const { t } = useText()
  const relaxed = soundness === null || soundness === 'full' ? null : soundness
  return (
    <div className={styles.headline} role="status">
      {unchecked.length > 0 ? <UncheckedNote unchecked={unchecked} /> : <p>{t('budget.allChecked')}</p>}
      {relaxed && <p>{t(`budget.relaxed.${relaxed as 'withoutFloors'}`)}</p>}
      {unspent && (
        <p>
          <Price value={unspent.amount} /> {t(`budget.unspent.${unspent.reason as 'nothingBetter'}`)}
        </p>
      )}
    </div>
  )
}
