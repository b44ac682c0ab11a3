import { useId, useState, type CSSProperties } from 'react'
import { BUILD_USES } from '~/api/limits'
import { useText } from '~/i18n/useText'
import { Segmented } from '~/ui/product/Segmented'
import styles from './BudgetForm.module.css'
import { BUDGET_STEP, capBudget, MAX_BUDGET, type BudgetInput } from './budgetInput'
import { latinDigits } from './latinDigits'

/** The values that the form asks for. */
type BudgetAndUse = Pick<BudgetInput, 'budget' | 'use' | 'isCapped'>
type BudgetFormProps = {
  input: BudgetAndUse
  /** Range of the slider, in KWD. */
  min: number
  max?: number
  onChange: (part: Partial<BudgetAndUse>) => void
}

/** Form for the budget, typed or by a slider, and for the use. */
export function BudgetForm({ input: { budget, use, isCapped }, min, max = MAX_BUDGET, onChange }: BudgetFormProps) {
  const { t } = useText()
  const slider = useId()
  const share = Math.min(1, Math.max(0, (budget - min) / (max - min)))
  return (
    <div className={styles.form}>
      <div className={styles.sum}>
        <label htmlFor={slider}>{t('budget.sum')}</label>
        <TypedSum key={max} budget={budget} min={min} max={max} onChange={onChange} />
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
          onChange={(event) => onChange(capBudget(Number(event.target.value), max))}
        />
      </div>
      <p className={styles.ends}>
        <span>{t('budget.sumText', { sum: String(min) })}</span>
        <span>{t('budget.sumText', { sum: String(max) })}</span>
      </p>
      <p role="status" className={styles.capped}>
        {isCapped && t('budget.capped', { sum: String(max) })}
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

type TypedSumProps = { budget: number; min: number; max: number; onChange: BudgetFormProps['onChange'] }

/** A field for the budget in whole KWD. A sum below the slider's range counts when the field is left. */
function TypedSum({ budget, min, max, onChange }: TypedSumProps) {
  const { t } = useText()
  const [draft, setDraft] = useState<string | null>(null)
  const change = (typed: string) => {
    setDraft(typed)
    const sum = readSum(typed)
    if (sum !== null && sum >= min) onChange(capBudget(sum, max))
  }
  const commit = () => {
    const sum = draft === null ? null : readSum(draft)
    if (sum !== null) onChange(capBudget(sum, max))
    setDraft(null)
  }
  return (
    <span className={styles.typed} dir="ltr">
      <input
        type="text"
        inputMode="numeric"
        autoComplete="off"
        aria-label={t('budget.typed')}
        value={draft ?? String(budget)}
        onChange={(event) => change(event.target.value)}
        onBlur={commit}
        onKeyDown={(event) => {
          if (event.key === 'Enter') commit()
        }}
      />
      <span aria-hidden="true">{t('budget.currency')}</span>
    </span>
  )
}

/** Returns a typed sum in whole KWD; null where it is none. */
function readSum(typed: string): number | null {
  const sum = Math.round(Number(latinDigits(typed).replace(/[\s,٬]/g, '')))
  return sum >= 1 ? sum : null
}
