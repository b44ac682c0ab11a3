import { CartesianGrid, Line, LineChart, ReferenceLine, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts'
import { useText } from '~/i18n/useText'
import type { BudgetCurve } from '~/lib/budgetBuilds'
import styles from './BuildFor.module.css'
import { curveMeasure, type CurveMeasure } from './curveMeasure'

const height = 280
const axisStyle = { tickLine: false, axisLine: false, tick: { fill: 'var(--text-3)', fontSize: 12 } }
const lineStyle = { type: 'stepAfter', dot: false, isAnimationActive: false, connectNulls: true } as const
const todayLine = { ...lineStyle, dataKey: 'today', stroke: 'var(--accent)', strokeWidth: 2.5 } as const
const beforeLine = {
  ...lineStyle,
  dataKey: 'before',
  stroke: 'var(--text-3)',
  strokeWidth: 2,
  strokeDasharray: '6 4',
} as const

type CurveChartProps = { curve: BudgetCurve; budget: number; onPick: (budget: number) => void }

/**
 * Chart of what each budget buys, today and 90 days ago: the graphics performance of the best build for games, where the
 * index saturates long before the cards do; the index of the best build for other uses. Budgets grow with the reading
 * direction.
 */
export function CurveChart({ curve, budget, onPick }: CurveChartProps) {
  const { t, format, rtl } = useText()
  const measure = curveMeasure(curve.use)
  const label = t(`budget.curve.${measure}.label`)
  return (
    // The library draws from left to right; reversed axes mirror the chart.
    <figure className={styles.plot} dir="ltr" aria-label={label}>
      <ResponsiveContainer width="100%" height={height} initialDimension={{ width: 640, height }}>
        <LineChart
          data={pointsOf(curve, measure)}
          title={label}
          margin={{ top: 12, bottom: 0, left: rtl ? 12 : 0, right: rtl ? 0 : 12 }}
          onClick={({ activeLabel }) => {
            const picked = Number(activeLabel)
            if (picked > 0) onPick(Math.ceil(picked / 10) * 10)
          }}
        >
          <CartesianGrid vertical={false} stroke="var(--line)" />
          <XAxis
            dataKey="budget"
            type="number"
            domain={['dataMin', 'dataMax']}
            reversed={rtl}
            tickFormatter={(sum: number) => format.count(Math.round(sum))}
            {...axisStyle}
          />
          <YAxis
            domain={[0, measure === 'index' ? 100 : 'auto']}
            orientation={rtl ? 'right' : 'left'}
            width={36}
            {...axisStyle}
          />
          <Tooltip
            isAnimationActive={false}
            cursor={{ stroke: 'var(--line-control)' }}
            // oxlint-disable-next-line react/no-unstable-nested-components -- a render function, not a component
            content={({ active, label: sum, payload }) =>
              active && <BudgetTooltip budget={Number(sum)} lines={payload} />
            }
          />
          <ReferenceLine x={budget} stroke="var(--price)" strokeDasharray="4 4" />
          <Line {...todayLine} name={t('budget.curve.today')} />
          {curve.before.length > 0 && <Line {...beforeLine} name={t('budget.curve.before')} />}
        </LineChart>
      </ResponsiveContainer>
      <CurveLegend curve={curve} />
    </figure>
  )
}

/**
 * A point of the chart: a budget with its measure on each day; undefined where that day's curve has no
 * point: each begins at the total of its own cheapest build, and goes on in the same steps.
 */
type ChartPoint = { budget: number; today: number | undefined; before: number | undefined }
type CurvePoint = BudgetCurve['today'][number]

/** Returns the points of the chart, by ascending budget. */
function pointsOf({ today, before }: BudgetCurve, measure: CurveMeasure): ChartPoint[] {
  const byBudget = (points: CurvePoint[]) =>
    new Map(points.map((point) => [point.budget, (measure === 'index' ? point.index : point.graphics) ?? undefined]))
  const [onToday, onBefore] = [byBudget(today), byBudget(before)]
  const budgets = [...new Set([...onToday.keys(), ...onBefore.keys()])].toSorted((a, b) => a - b)
  return budgets.map((budget) => ({ budget, today: onToday.get(budget), before: onBefore.get(budget) }))
}

/** The budget under the pointer, with its measure on each day. */
function BudgetTooltip({
  budget,
  lines,
}: {
  budget: number
  lines: readonly { dataKey?: unknown; value?: unknown }[]
}) {
  const { t, format, rtl } = useText()
  return (
    <div className={styles.tip} dir={rtl ? 'rtl' : 'ltr'}>
      <p>{t('budget.sumText', { sum: format.count(Math.round(budget)) })}</p>
      {lines.map(({ dataKey, value }) => (
        <p key={String(dataKey)}>
          {t(dataKey === 'before' ? 'budget.curve.before' : 'budget.curve.today')}:{' '}
          <bdi dir="ltr">{format.decimal(Number(value))}</bdi>
        </p>
      ))}
    </div>
  )
}

function CurveLegend({ curve }: { curve: BudgetCurve }) {
  const { t, format, rtl } = useText()
  return (
    <figcaption className={styles.keys} dir={rtl ? 'rtl' : 'ltr'}>
      <span className={styles.keyToday}>{t('budget.curve.today')}</span>
      {curve.before.length > 0 && (
        <span className={styles.keyBefore}>
          {t('budget.curve.beforeDay', { date: format.fullDay(curve.beforeDay) })}
        </span>
      )}
    </figcaption>
  )
}
