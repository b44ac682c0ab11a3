import { useId, type CSSProperties } from 'react'
import { BUILD_USES } from '~/api/limits'
import { useText } from '~/i18n/useText'
import { Price } from '~/ui/Price'
import { Segmented } from '~/ui/product/Segmented'
import styles from './BudgetForm.module.css'
import { BUDGET_STEP, MAX_BUDGET, type BudgetInput } from './budgetInput'

/** The values that the form asks for. */
type BudgetAndUse = Pick<BudgetInput, 'budget' | 'use'>
type BudgetFormProps = {
  input: BudgetAndUse
  /** Range of the slider, in KWD. */
  min: number
  max?: number
  onChange: (part: Partial<BudgetAndUse>) => void
}

/** Form for the budget, a slider, and for the use. */
export function BudgetForm({ input: { budget, use }, min, max = MAX_BUDGET, onChange }: BudgetFormProps) {
  const { t } = useText()
  const slider = useId()
  const share = Math.min(1, Math.max(0, (budget - min) / (max - min)))
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
          min={min}
          max={max}
          step={BUDGET_STEP}
          value={Math.min(max, Math.max(min, budget))}
          aria-valuetext={t('budget.sumText', { sum: String(budget) })}
          onChange={(event) => onChange({ budget: Number(event.target.value) })}
        />
      </div>
      <p className={styles.ends}>
        <span>{t('budget.sumText', { sum: String(min) })}</span>
        <span>{t('budget.sumText', { sum: String(max) })}</span>
      </p>
      <div className={styles.uses}>
        <Segmented
          label={t('budget.use')}
          value={use}
          options={BUILD_USES.map((one) => ({ value: one, label: t(`budget.uses.${one}`) }))}
          onChange={(next) => onChange({ use: next })}
        />
      </div>
    </div>
  )
}
