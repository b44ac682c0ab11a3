import { useText } from '~/i18n/useText'
import { Empty } from '~/ui/Empty'
import { Panel } from '~/ui/Panel'
import { Price } from '~/ui/Price'
import type { BudgetBuilds } from '~/lib/budgetBuilds'
import styles from './BuildFor.module.css'
import { BuildOptionCard } from './BuildOptionCard'
import { PartRows } from './PartRows'

/**
 * Up to three builds side by side, and the parts of the next better one; or the cheapest build, where the budget is too
 * small.
 */
export function BuildOptions({ response }: { response: BudgetBuilds }) {
  const { t, language } = useText()
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
  return (
    <>
      <ul className={styles.cards}>
        {response.builds.map((option) => (
          <li key={option.kind}>
            <BuildOptionCard
              option={option}
              products={products}
              name={t(`budget.kinds.${option.kind as 'best'}.name`)}
            />
          </li>
        ))}
      </ul>
      {nextStep && (
        <p className={styles.next}>
          {t('budget.nextStep')} <Price value={nextStep.extra} />
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
