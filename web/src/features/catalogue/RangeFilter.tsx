import { useState, type CSSProperties } from 'react'
import type { Facet } from '~/api/wire'
import { useText } from '~/i18n/useText'
import { latinDigits } from '~/lib/latinDigits'
import { CollapsibleFilter } from './CollapsibleFilter'
import styles from './FilterPanel.module.css'

/** Number of bars above a slider. */
const BAR_COUNT = 24

type RangeFacet = Extract<Facet, { type: 'range' }>

type RangeFilterProps = {
  title: string
  startsOpen: boolean
  facet: RangeFacet
  from: number | undefined
  to: number | undefined
  /** The slider's step; fitted to the range unless given. */
  step?: number
  labels: [string, string]
  onChange: (from: number | undefined, to: number | undefined) => void
}

/** A range filter: a slider with two handles under a histogram, and two fields. */
export function RangeFilter({ title, startsOpen, facet, from, to, step, labels, onChange }: RangeFilterProps) {
  const sliderStep = step ?? computeStep(facet.max - facet.min)
  const round = roundingTo(sliderStep)
  const floor = round(Math.floor(facet.min / sliderStep) * sliderStep)
  const ceiling = round(Math.max(floor + sliderStep, Math.ceil(facet.max / sliderStep) * sliderStep))
  const chosenRange: [number, number] = [clamp(from ?? floor, floor, ceiling), clamp(to ?? ceiling, floor, ceiling)]
  const [dragged, setDragged] = useState<[number, number] | null>(null)
  const [low, high] = dragged ?? chosenRange

  // A handle at the end of the slider sets no bound: products beyond the end stay in.
  const commit = (next: [number, number]) => {
    setDragged(null)
    // The bound of a handle that has not moved stays, also one beyond the slider.
    onChange(
      next[0] === chosenRange[0] ? from : next[0] <= floor ? undefined : next[0],
      next[1] === chosenRange[1] ? to : next[1] >= ceiling ? undefined : next[1],
    )
  }
  const share = (value: number) => (value - floor) / (ceiling - floor)

  return (
    <CollapsibleFilter title={title} startsOpen={startsOpen}>
      <Histogram facet={facet} floor={floor} ceiling={ceiling} low={low} high={high} />
      <div className={styles.slider} style={{ '--start': share(low), '--end': share(high) } as CSSProperties}>
        <span className={styles.fill} />
        {[low, high].map((value, end) => (
          <input
            key={labels[end]}
            type="range"
            min={floor}
            max={ceiling}
            step={sliderStep}
            value={value}
            aria-label={`${title}: ${labels[end] ?? ''}`}
            onChange={(event) => {
              const next = round(Number(event.target.value))
              setDragged(end === 0 ? [Math.min(next, high), high] : [low, Math.max(next, low)])
            }}
            onPointerUp={() => dragged && commit(dragged)}
            onKeyUp={() => dragged && commit(dragged)}
            onBlur={() => dragged && commit(dragged)}
          />
        ))}
      </div>
      <div className={styles.range}>
        <Bound label={labels[0]} value={from} placeholder={floor} onChange={(value) => onChange(value, to)} />
        <span aria-hidden="true">–</span>
        <Bound label={labels[1]} value={to} placeholder={ceiling} onChange={(value) => onChange(from, value)} />
      </div>
    </CollapsibleFilter>
  )
}

type HistogramProps = { facet: RangeFacet; floor: number; ceiling: number; low: number; high: number }

/** The number of products along the slider. */
function Histogram({ facet, floor, ceiling, low, high }: HistogramProps) {
  const bars = toBars(facet, floor, ceiling)
  const highest = Math.max(1, ...bars.map(({ count }) => count))
  return (
    <div className={styles.histogram} aria-hidden="true">
      {bars.map((bar) => (
        <i
          key={bar.from}
          className={bar.to > low && bar.from < high ? styles.inside : undefined}
          style={{ blockSize: `${bar.count === 0 ? 0 : Math.max(6, (bar.count / highest) * 100)}%` }}
        />
      ))}
    </div>
  )
}

/** Returns the response's buckets, which leave out empty ones, as bars of equal width over the whole slider. */
export function toBars(
  facet: RangeFacet,
  floor: number,
  ceiling: number,
): { from: number; to: number; count: number }[] {
  const width = (ceiling - floor) / BAR_COUNT
  const bars = Array.from({ length: BAR_COUNT }, (_, index) => ({
    from: floor + index * width,
    to: floor + (index + 1) * width,
    count: 0,
  }))
  for (const { from, to, count } of facet.buckets) {
    const bar = bars[Math.min(BAR_COUNT - 1, Math.max(0, Math.floor(((from + to) / 2 - floor) / width)))]
    if (bar) bar.count += count
  }
  return bars
}

type BoundProps = {
  label: string
  value: number | undefined
  placeholder: number
  onChange: (value: number | undefined) => void
}

/** A field for one end. The value takes effect on blur or on Enter; an invalid number changes nothing. */
function Bound({ label, value, placeholder, onChange }: BoundProps) {
  const { format } = useText()
  const [typed, setTyped] = useState<string | null>(null)
  function commit() {
    if (typed === null) return
    setTyped(null)
    const text = latinDigits(typed).trim()
    const next = text === '' ? undefined : Number(text)
    if (next === undefined || (Number.isFinite(next) && next >= 0)) onChange(next)
  }
  return (
    <input
      inputMode="decimal"
      dir="ltr"
      aria-label={label}
      placeholder={format.decimal(placeholder)}
      value={typed ?? (value === undefined ? '' : String(value))}
      onChange={(event) => setTyped(event.target.value)}
      onBlur={commit}
      onKeyDown={(event) => event.key === 'Enter' && commit()}
    />
  )
}

function computeStep(span: number): number {
  const roughStep = span / 50
  const size = 10 ** Math.floor(Math.log10(Math.max(roughStep, 0.01)))
  return [1, 2, 5, 10].map((one) => one * size).find((one) => one >= roughStep) ?? size
}

/**
 * Returns a function that rounds to the decimals of a step. Multiples of 0.1 in floating point are not the decimals that
 * they stand for: a bound of 3.5000000000000004 would leave out the products of 3.5.
 */
function roundingTo(step: number): (value: number) => number {
  const decimals = Math.max(0, -Math.floor(Math.log10(step)))
  return (value) => Number(value.toFixed(decimals))
}

function clamp(value: number, low: number, high: number): number {
  return Math.min(high, Math.max(low, value))
}
