import { useId } from 'react'
import { useText } from '~/i18n/useText'
import { differenceKwd } from '~/lib/money'
import { readTarget } from '~/lib/targetPrice'
import styles from './TargetField.module.css'

type TargetFieldProps = {
  label: string
  typed: string
  /** What it is compared with. */
  price: number
  problem: 'invalid' | 'tooHigh' | null
  onChange: (typed: string) => void
}

/** A price that somebody waits for, and how far below today's it lies. */
export function TargetField({ label, typed, price, problem, onChange }: TargetFieldProps) {
  const { t, format } = useText()
  const id = useId()
  const target = readTarget(typed)
  const good = target !== null && target < price
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
        {problem ? t(`alert.${problem}`) : good ? t('alert.targetText', { amount: format.money(differenceKwd(price, target)) }) : ''}
      </p>
    </div>
  )
}
