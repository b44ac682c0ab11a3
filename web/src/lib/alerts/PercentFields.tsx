import { useId } from 'react'
import { useText } from '~/i18n/useText'
import { percentageRange, priceUnder } from './alertFields'
import styles from './PriceAlert.module.css'

type PercentageProps = { value: number; price: number | null; repeats: boolean; onChange: (value: number) => void }

/** The choice of a fall in percent, with the price that it leads to. */
export function Percentage({ value, price, repeats, onChange }: PercentageProps) {
  const { t, format } = useText()
  const id = useId()
  return (
    <div className={styles.field}>
      <label htmlFor={id}>{t('alert.percentLabel')}</label>
      <span className={styles.slider}>
        <input
          id={id}
          type="range"
          min={percentageRange.min}
          max={percentageRange.max}
          step={percentageRange.step}
          value={value}
          aria-valuetext={`${value}%`}
          onChange={(event) => onChange(Number(event.target.value))}
        />
        <output htmlFor={id}>
          <bdi dir="ltr">{value}%</bdi>
        </output>
      </span>
      <p className={styles.hint}>
        {price !== null &&
          t(repeats ? 'alert.percentPrice' : 'alert.percentText', { price: format.money(priceUnder(price, value)) })}
      </p>
    </div>
  )
}

type PercentFieldProps = {
  label: string
  typed: string
  hint: string
  isInvalid: boolean
  onChange: (typed: string) => void
}

/** A field for a percentage from 1 to 50. */
export function PercentField({ label, typed, hint, isInvalid, onChange }: PercentFieldProps) {
  const { t } = useText()
  const id = useId()
  return (
    <div className={styles.field}>
      <label htmlFor={id}>{label}</label>
      <span className={styles.percent}>
        <input
          id={id}
          inputMode="numeric"
          dir="ltr"
          autoComplete="off"
          maxLength={4}
          value={typed}
          aria-invalid={isInvalid}
          aria-describedby={`${id}-hint`}
          onChange={(event) => onChange(event.target.value)}
        />
        %
      </span>
      <p id={`${id}-hint`} className={isInvalid ? styles.wrong : styles.hint} role={isInvalid ? 'alert' : undefined}>
        {isInvalid ? t('alert.percentInvalid') : hint}
      </p>
    </div>
  )
}
