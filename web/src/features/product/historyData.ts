import type { PriceHistory } from '~/api/wire'

/** Length of a day in milliseconds. */
const DAY = 86_400_000

/** One retailer's line. */
export type HistoryLine = { slug: string; label: string; last: number }

/** One day: its time in milliseconds UTC, and each retailer's price on it. */
export type HistoryDay = { time: number } & Record<string, number>

/** Data of the chart: a row for every day on which any price is known. */
export type HistoryChartData = {
  lines: HistoryLine[]
  days: HistoryDay[]
  /** The lowest and highest price drawn. */
  low: number
  high: number
}

/** Whether the response has the shape that the chart needs. */
export function isDrawable(history: PriceHistory): boolean {
  return (
    Array.isArray(history.datasets) &&
    history.datasets.every(
      (set) =>
        Array.isArray(set.data) &&
        set.data.every((point) => Number.isFinite(point.y) && !Number.isNaN(Date.parse(point.x))),
    )
  )
}

/**
 * Puts the retailers' prices on common days, up to today. A price holds until it changes, so gaps take the price
 * before.
 *
 * Example: one retailer asks 100 from day 1 and 90 from day 3, another one 95 from day 2. The rows are day 1 (100), day
 * 2 (100 and 95), day 3 (90 and 95) and today (90 and 95).
 */
export function toChartData(history: PriceHistory, now = Date.now()): HistoryChartData {
  const sets = history.datasets.filter((set) => set.data.length > 0)
  const today = Math.floor(now / DAY) * DAY
  const known = sets.flatMap((set) => set.data.map((point) => Date.parse(point.x)))
  const times = [...new Set([...known, today])].toSorted((a, b) => a - b)
  const days = times.map((time): HistoryDay => ({ time }))
  const lines: HistoryLine[] = []
  for (const set of sets) {
    const prices = new Map(set.data.map((point) => [Date.parse(point.x), point.y]))
    let lastPrice: number | undefined
    for (const day of days) {
      lastPrice = prices.get(day.time) ?? lastPrice
      if (lastPrice !== undefined) day[set.retailerSlug] = lastPrice
    }
    lines.push({ slug: set.retailerSlug, label: set.label, last: lastPrice ?? 0 })
  }
  const all = sets.flatMap((set) => set.data.map((point) => point.y))
  return { lines, days, low: Math.min(...all), high: Math.max(...all) }
}

/** Returns the first day on which any retailer had a price. */
export function findDay(history: PriceHistory, price: number): string | undefined {
  const points = history.datasets.flatMap((set) => set.data).filter((point) => Math.abs(point.y - price) < 0.0005)
  return points.map((point) => point.x).toSorted()[0]
}

/**
 * Returns round values between two prices for the axis, in at most five steps: 130, 135, 140, 145 and 150 for prices
 * from 130 to 150.
 */
export function computeAxisTicks(low: number, high: number): number[] {
  const span = Math.max(high - low, Math.max(1, high * 0.02))
  const roughStep = span / 4
  const size = 10 ** Math.floor(Math.log10(roughStep))
  const step = [1, 2, 2.5, 5, 10].map((one) => one * size).find((one) => one >= roughStep) ?? roughStep
  const first = Math.floor(low / step) * step
  const last = Math.ceil(high / step) * step
  const count = Math.round((last - first) / step)
  return Array.from({ length: Math.max(2, count + 1) }, (_, index) => Number((first + index * step).toFixed(3)))
}

/**
 * Returns the days with a label: the first of each month, or every few days of a short range; none too near to the end.
 */
export function computeDayTicks(days: HistoryDay[]): number[] {
  const first = days[0]?.time
  const last = days.at(-1)?.time
  if (first === undefined || last === undefined || first === last) return days.map((day) => day.time)
  const span = last - first
  const ticks: number[] = []
  if (span <= 45 * DAY) {
    const step = Math.max(1, Math.ceil(span / DAY / 5)) * DAY
    for (let time = first; time <= last; time += step) ticks.push(time)
  } else {
    const months = Math.max(1, Math.ceil(span / (31 * DAY) / 6))
    const start = new Date(first)
    for (let month = start.getUTCMonth() + 1, turn = 0; ; month += months, turn += 1) {
      const time = Date.UTC(start.getUTCFullYear(), month, 1)
      if (time > last || turn > 40) break
      ticks.push(time)
    }
  }
  return [...ticks.filter((time) => last - time > span * 0.09), last]
}

/**
 * Moves overlapping labels apart. Positions and the gap are in pixels from the top.
 *
 * 1. From the top down, each label moves to at least the gap below the one before it.
 * 2. From the bottom up, labels that have passed `bottom` push the others up again.
 *
 * Example: labels at 95 and 98, with a gap of 18 and the bottom at 100, move to 82 and 100.
 */
export function spreadLabels(positions: number[], gap: number, bottom: number): number[] {
  const order = positions.map((position, index) => ({ position, index })).toSorted((a, b) => a.position - b.position)
  let floor = -Infinity
  for (const one of order) {
    one.position = Math.max(one.position, floor + gap)
    floor = one.position
  }
  let ceiling = bottom
  for (const one of order.toReversed()) {
    one.position = Math.min(one.position, ceiling)
    ceiling = one.position - gap
  }
  const moved: number[] = []
  for (const one of order) moved[one.index] = one.position
  return moved
}
