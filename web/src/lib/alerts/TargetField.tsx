import { useId } from 'react'
import { useText } from '~/i18n/useText'
import { subtractKwd } from '~/lib/money'
import { readTarget } from './targetPrice'
import styles from './TargetField.module.css'

type TargetFieldProps = {
  label: string
  typed: string
  /** Today's price, with which the target is compared; null where nothing is sold. */
  price: number | null
  problem: 'invalid' | 'tooHigh' | null
  onChange: (typed: string) => void
}

/** Field for a target price, with its difference to today's price. */
export function TargetField({ label, typed, price, problem, onChange }: TargetFieldProps) {
  const { t, format } = useText()
  const id = useId()
  const target = readTarget(typed)
  const saving = target !== null && price !== null && target < price ? subtractKwd(price, target) : null
  return (
    <div className={styles.field}>
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        className={styles.input}
        inputMode="decimal"
        step="0.001"
        dir="ltr"
        autoComplete="off"
        value={typed}
        aria-invalid={problem !== null}
        aria-describedby={`${id}-hint`}
        onChange={(event) => onChange(event.target.value)}
      />
      <p id={`${id}-hint`} className={problem ? styles.wrong : styles.hint} role={problem ? 'alert' : undefined}>
        {problem
          ? t(problem === 'tooHigh' ? 'alert.tooHigh' : 'alert.invalid')
          : saving !== null
            ? t('alert.targetText', { amount: format.money(saving) })
            : ''}
      </p>
    </div>
  )
}
