import { useText } from '~/i18n/useText'
import { classNames } from '~/ui/classNames'
import styles from './Sparkline.module.css'

const width = 88
const height = 32
const margin = 4
/** Difference of the highest and the lowest price from which whole dinars tell them apart, in KWD. */
const MIN_SPAN_OF_WHOLES = 2

/** The best price of the last days as a step line, because a price holds until it changes. */
export function Sparkline({ prices, fell }: { prices: number[]; fell: boolean }) {
  const { t, format } = useText()
  const first = prices[0]
  const last = prices.at(-1)
  if (prices.length < 2 || first === undefined || last === undefined) return null
  const low = Math.min(...prices)
  const span = Math.max(...prices) - low
  const y = (price: number) => (span === 0 ? height / 2 : margin + (1 - (price - low) / span) * (height - 2 * margin))
  const x = (index: number) => (index / (prices.length - 1)) * width
  const steps = prices.map((price, index) =>
    index === 0 ? `M0 ${round(y(price))}` : `H${round(x(index))}V${round(y(price))}`,
  )
  return (
    <span className={styles.frame}>
      <svg
        className={classNames(styles.spark, fell && styles.fell)}
        viewBox={`0 0 ${width} ${height}`}
        role="img"
        aria-label={t('card.trend', { from: format.money(first), to: format.money(last) })}
      >
        <path d={steps.join('')} />
        <circle className={styles.now} cx={width} cy={round(y(last))} r="3" />
      </svg>
      {/* The scale: the highest and the lowest price, in whole dinars where they differ by some. */}
      {span > 0 && (
        <span className={styles.scale} aria-hidden="true" dir="ltr">
          <span>{scaleText(low + span)}</span>
          <span>{scaleText(low)}</span>
        </span>
      )}
    </span>
  )

  function scaleText(price: number): string {
    return span >= MIN_SPAN_OF_WHOLES ? format.count(Math.round(price)) : format.decimal(price)
  }
}

function round(value: number): number {
  return Math.round(value * 10) / 10
}
