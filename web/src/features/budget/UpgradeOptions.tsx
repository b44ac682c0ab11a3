import { useText } from '~/i18n/useText'
import { Button } from '~/ui/Button'
import { classNames } from '~/ui/classNames'
import { Empty } from '~/ui/Empty'
import { UncheckedNote } from './BuildNotes'
import styles from './BuildFor.module.css'
import upgradeStyles from './Upgrade.module.css'
import { UpgradeCard } from './UpgradeCard'
import { MAX_SUM, type BudgetUpgrades } from './upgrades'

/** Step by which the button raises a sum that buys nothing better, in KWD. */
const SUM_STEP = 50

type UpgradeOptionsProps = { response: BudgetUpgrades; isBuild: boolean; onBudget: (budget: number) => void }

/** The changes side by side, each better than the one before; or the reason why there is none. */
export function UpgradeOptions({ response, isBuild, onBudget }: UpgradeOptionsProps) {
  const { t, format, language } = useText()
  const { budget, enough, index, noUpgrade, upgrades, use } = response
  const products = new Map(response.products.map((product) => [product.id, product]))
  if (upgrades.length === 0) {
    const more = Math.min(MAX_SUM, enough === null ? Math.floor(budget / 10) * 10 + SUM_STEP : Math.ceil(enough))
    const hint =
      enough !== null && enough <= MAX_SUM
        ? t('upgrade.enough', { sum: format.count(more) })
        : `${language === 'ar' ? noUpgrade?.textAr : noUpgrade?.text} ${t('upgrade.noneHint')}`
    return (
      <Empty title={t('upgrade.none')} text={hint}>
        {more > budget && (
          <Button kind="filled" onClick={() => onBudget(more)}>
            {t('upgrade.more', { sum: format.count(more) })}
          </Button>
        )}
      </Empty>
    )
  }
  const [first, ...others] = upgrades
  const saidOnce = (first?.unchecked ?? []).filter(({ code }) =>
    others.every((option) => option.unchecked.some((rule) => rule.code === code)),
  )
  return (
    <>
      {saidOnce.length > 0 && <UncheckedNote unchecked={saidOnce} />}
      <ul className={classNames(styles.cards, upgradeStyles.cards)}>
        {upgrades.map((option, position) => (
          <li key={option.bought.join()}>
            <UpgradeCard
              option={option}
              saidOnce={saidOnce}
              indexBefore={index}
              use={use}
              products={products}
              isBuild={isBuild}
              main={position === 0}
            />
          </li>
        ))}
      </ul>
      <p className={styles.note}>{t('budget.estimated')}</p>
    </>
  )
}
