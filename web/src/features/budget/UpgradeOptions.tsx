import { useText } from '~/i18n/useText'
import { Button } from '~/ui/Button'
import { classNames } from '~/ui/classNames'
import { Empty } from '~/ui/Empty'
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
  const { budget, index, noUpgrade, upgrades } = response
  const products = new Map(response.products.map((product) => [product.id, product]))
  if (upgrades.length === 0) {
    const more = Math.min(MAX_SUM, Math.floor(budget / 10) * 10 + SUM_STEP)
    return (
      <Empty
        title={t('upgrade.none')}
        text={`${language === 'ar' ? noUpgrade?.textAr : noUpgrade?.text} ${t('upgrade.noneHint')}`}
      >
        {more > budget && (
          <Button kind="filled" onClick={() => onBudget(more)}>
            {t('upgrade.more', { sum: format.count(more) })}
          </Button>
        )}
      </Empty>
    )
  }
  return (
    <>
      <ul className={classNames(styles.cards, upgradeStyles.cards)}>
        {upgrades.map((option, position) => (
          <li key={option.bought.join()}>
            <UpgradeCard
              option={option}
              indexBefore={index}
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
