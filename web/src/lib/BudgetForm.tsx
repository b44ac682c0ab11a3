import { useId, type CSSProperties } from 'react'
import { BUILD_USES } from '~/api/limits'
import { useText } from '~/i18n/useText'
import { Price } from '~/ui/Price'
import { Segmented } from '~/ui/product/Segmented'
import styles from './BudgetForm.module.css'
import { budgetStep, mostBudget, type Asked } from './budgetInput'

type BudgetFormProps = { asked: Asked; least: number; onChange: (part: Partial<Asked>) => void }

/** The sum as a slider and a field, and the use. */
export function BudgetForm({ asked: { budget, use }, least, onChange }: BudgetFormProps) {
  const { t } = useText()
  const slider = useId()
  const share = Math.min(1, Math.max(0, (budget - least) / (mostBudget - least)))
  return (
    <div className={styles.form}>
      <div className={styles.sum}>
        <label htmlFor={slider}>{t('budget.sum')}</label>
        <Price value={budget} size="xl" />
      </div>
      <div className={styles.slider} style={{ '--end': share } as CSSProperties}>
        <span className={styles.fill} />
        <input
          id={slider}
          type="range"
          min={least}
          max={mostBudget}
          step={budgetStep}
          value={Math.min(mostBudget, Math.max(least, budget))}
          aria-valuetext={t('budget.sumText', { sum: String(budget) })}
          onChange={(event) => onChange({ budget: Number(event.target.value) })}
        />
      </div>
      <p className={styles.ends}>
        <span>{t('budget.sumText', { sum: String(least) })}</span>
        <span>{t('budget.sumText', { sum: String(mostBudget) })}</span>
      </p>
      <div className={styles.uses}>
        <Segmented label={t('budget.use')} value={use} options={BUILD_USES.map((one) => ({ value: one, label: t(`budget.uses.${one}`) }))} onChange={(next) => onChange({ use: next })} />
      </div>
    </div>
  )
}
