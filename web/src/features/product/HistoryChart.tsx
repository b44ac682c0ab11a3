import type { CSSProperties } from 'react'
import { CartesianGrid, Line, LineChart, ReferenceLine, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts'
import type { HistoryRange } from '~/api/wire'
import { useText } from '~/i18n/useText'
import { RetailerLabel, useRetailerName, useRetailers } from '~/ui/RetailerLabel'
import { retailerColor, retailerDash, retailerShape } from '~/ui/retailerMarks'
import { computeAxisTicks, computeDayTicks, spreadLabels, type HistoryChartData, type HistoryLine } from './historyData'
import styles from './PriceHistory.module.css'

/** Height of the plot and of its margins, in pixels. */
const height = 300
const margin = { top: 12, bottom: 28, start: 44, end: 92 }
/** Minimum distance of two labels at the lines' ends, in pixels. */
const LABEL_GAP = 18
/** Opacity of the line of a retailer that is sold out. */
const SOLD_OUT_OPACITY = 0.45

type HistoryChartProps = {
  data: HistoryChartData
  hidden: ReadonlySet<string>
  range: HistoryRange
  /** Slug of the cheapest retailer now: its line is solid and thicker. Undefined where no retailer has the product. */
  cheapest: string | undefined
  /** Slugs of the retailers that have it in stock. The others ask a price that nobody can pay: their lines are faint. */
  inStock: ReadonlySet<string>
}

/**
 * The prices as step lines, one per retailer. Time runs with the reading direction: the newest day is on the left in
 * Arabic.
 */
export function HistoryChart({ data, hidden, range, cheapest, inStock }: HistoryChartProps) {
  const { t, format, rtl } = useText()
  const label = useChartLabel(data, range, cheapest)
  const lines = data.lines.filter((line) => !hidden.has(line.slug))
  const ticks = computeAxisTicks(data.low, data.high)
  const newest = data.days.at(-1)?.time ?? 0
  const drawLine = useLineDrawing(data, lines, ticks, cheapest, inStock)

  return (
    // The library draws from left to right; reversed axes mirror the chart.
    <figure className={styles.plot} dir="ltr" aria-label={label}>
      <ResponsiveContainer width="100%" height={height} initialDimension={{ width: 640, height }}>
        <LineChart
          data={data.days}
          margin={{ top: margin.top, bottom: 0, left: rtl ? margin.end : 0, right: rtl ? 0 : margin.end }}
          title={`${label} ${t('history.keys')}`}
        >
          <CartesianGrid vertical={false} stroke="var(--line)" />
          <XAxis
            dataKey="time"
            type="number"
            scale="time"
            domain={['dataMin', 'dataMax']}
            reversed={rtl}
            ticks={computeDayTicks(data.days)}
            tickFormatter={(time: number) => (time === newest ? t('history.today') : tickText(time, data, format))}
            height={margin.bottom}
            tickLine={false}
            axisLine={false}
            tick={tickStyle}
          />
          <YAxis
            domain={[ticks[0] ?? 0, ticks.at(-1) ?? 1]}
            ticks={ticks}
            orientation={rtl ? 'right' : 'left'}
            width={margin.start}
            tickFormatter={(price: number) => format.decimal(price)}
            tickLine={false}
            axisLine={false}
            tick={tickStyle}
          />
          <Tooltip
            isAnimationActive={false}
            cursor={{ stroke: 'var(--line-control)' }}
            wrapperStyle={{ zIndex: 1 }}
            // oxlint-disable-next-line react/no-unstable-nested-components -- a render function, not a component
            content={({ active, label: time }) =>
              active && typeof time === 'number' ? <Day time={time} data={data} lines={lines} rtl={rtl} /> : null
            }
          />
          <ReferenceLine x={newest} stroke="var(--line)" />
          {lines.map(drawLine)}
        </LineChart>
      </ResponsiveContainer>
    </figure>
  )
}

/** Returns the chart in words: its range, and the lowest price of today with its retailer. */
function useChartLabel(data: HistoryChartData, range: HistoryRange, cheapest: string | undefined): string {
  const { t, format } = useText()
  const retailerName = useRetailerName()
  const rangeText = t(range === 'all' ? 'history.all' : `history.r${range}`)
  const line = data.lines.find(({ slug }) => slug === cheapest)
  return line
    ? t('history.label', {
        range: rangeText,
        price: format.money(line.last),
        shop: retailerName(line.slug, line.label),
      })
    : t('history.labelPast', { range: rangeText })
}

/** Returns a function that draws one retailer's line, with its price beside its end. */
function useLineDrawing(
  data: HistoryChartData,
  lines: HistoryLine[],
  ticks: number[],
  cheapest: string | undefined,
  inStock: ReadonlySet<string>,
) {
  const { format, rtl } = useText()
  const findRetailer = useRetailers()
  const retailerName = useRetailerName()
  const places = computeLabelPositions(lines, ticks)
  return (line: HistoryLine, index: number) => {
    const position = findRetailer(line.slug)?.position
    const isCheapest = line.slug === cheapest
    const isSold = inStock.has(line.slug)
    return (
      <Line
        key={line.slug}
        dataKey={line.slug}
        name={retailerName(line.slug, line.label)}
        type="stepAfter"
        stroke={retailerColor(position)}
        strokeWidth={isCheapest ? 2.75 : isSold ? 2 : 1.25}
        strokeOpacity={isSold ? 1 : SOLD_OUT_OPACITY}
        strokeDasharray={isCheapest ? undefined : retailerDash(position)}
        isAnimationActive={false}
        activeDot={{ r: 4, stroke: 'var(--surface-1)' }}
        // oxlint-disable-next-line react/no-unstable-nested-components -- a render function, not a component
        dot={(point) =>
          point.index === data.days.length - 1 ? (
            <EndLabel
              key={line.slug}
              x={point.cx ?? 0}
              y={places[index] ?? point.cy ?? 0}
              position={position}
              text={format.money(line.last)}
              rtl={rtl}
              isSold={isSold}
            />
          ) : (
            <g key={point.key ?? point.index} />
          )
        }
      />
    )
  }
}

/** Returns the heights of the lines' last prices in the plot, in pixels from the top, moved apart where they overlap. */
function computeLabelPositions(lines: HistoryLine[], ticks: number[]): number[] {
  const bottom = ticks[0] ?? 0
  const top = ticks.at(-1) ?? 1
  const plotHeight = height - margin.top - margin.bottom
  const toY = (price: number) => margin.top + (1 - (price - bottom) / (top - bottom)) * plotHeight
  return spreadLabels(
    lines.map((line) => toY(line.last)),
    LABEL_GAP,
    height - margin.bottom,
  )
}

const tickStyle = { fill: 'var(--text-3)', fontSize: 12 }

function tickText(time: number, data: HistoryChartData, format: ReturnType<typeof useText>['format']): string {
  const first = data.days[0]?.time ?? 0
  const last = data.days.at(-1)?.time ?? 0
  const iso = new Date(time).toISOString()
  return last - first > 45 * 86_400_000 ? format.month(iso) : format.day(iso)
}

/** A retailer's mark and price at the end of its line. */
function EndLabel({
  x,
  y,
  position,
  text,
  rtl,
  isSold,
}: {
  x: number
  y: number
  position: number | undefined
  text: string
  rtl: boolean
  isSold: boolean
}) {
  const side = rtl ? -1 : 1
  return (
    <g>
      <g
        opacity={isSold ? 1 : SOLD_OUT_OPACITY}
        transform={`translate(${x + side * 12 - 5} ${y - 5}) scale(0.83)`}
        style={{ fill: retailerColor(position), stroke: 'none' }}
      >
        {retailerShape(position)}
      </g>
      <text
        x={x + side * 24}
        y={y}
        dy="0.36em"
        textAnchor={rtl ? 'end' : 'start'}
        fill={isSold ? 'var(--text)' : 'var(--text-3)'}
        fontSize={12}
        stroke="none"
      >
        {text}
      </text>
    </g>
  )
}

/** All prices of a day, cheapest first. */
function Day({ time, data, lines, rtl }: { time: number; data: HistoryChartData; lines: HistoryLine[]; rtl: boolean }) {
  const { format } = useText()
  const findRetailer = useRetailers()
  const day = data.days.find((one) => one.time === time)
  const prices = lines
    .map(({ slug, label }) => ({ slug, label, price: day?.[slug] }))
    .filter((one): one is { slug: string; label: string; price: number } => one.price !== undefined)
    .toSorted((a, b) => a.price - b.price)
  return (
    <div className={styles.tip} dir={rtl ? 'rtl' : 'ltr'}>
      <p>{format.fullDay(new Date(time).toISOString())}</p>
      <ul>
        {prices.map(({ slug, label, price }) => (
          <li key={slug} style={{ '--retailer-color': retailerColor(findRetailer(slug)?.position) } as CSSProperties}>
            <RetailerLabel slug={slug} name={label} />
            <bdi dir="ltr">{format.money(price)}</bdi>
          </li>
        ))}
      </ul>
    </div>
  )
}
