import { CartesianGrid, Line, LineChart, ReferenceLine, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts'
import { useText } from '~/i18n/useText'
import type { BudgetCurve } from '~/lib/budgetBuilds'
import styles from './BuildFor.module.css'

const height = 280
const tickStyle = { fill: 'var(--text-3)', fontSize: 12 }

type CurveChartProps = { curve: BudgetCurve; budget: number; onPick: (budget: number) => void }

/** Index over budget, today and 90 days ago. Money grows with the reading direction. */
export function CurveChart({ curve, budget, onPick }: CurveChartProps) {
  const { t, format, rtl } = useText()
  const before = new Map(curve.before.map((point) => [point.budget, point.index]))
  const points = curve.today.map((point) => ({ budget: point.budget, today: point.index, before: before.get(point.budget) }))
  const label = t('budget.curve.label')
  return (
    // A chart is drawn from left to right by its library; reversed axes turn it.
    <figure className={styles.plot} dir="ltr" aria-label={label}>
      <ResponsiveContainer width="100%" height={height} initialDimension={{ width: 640, height }}>
        <LineChart
          data={points}
          title={label}
          margin={{ top: 12, bottom: 0, left: rtl ? 12 : 0, right: rtl ? 0 : 12 }}
          onClick={({ activeLabel }) => {
            const picked = Number(activeLabel)
            if (picked > 0) onPick(Math.ceil(picked / 10) * 10)
          }}
        >
          <CartesianGrid vertical={false} stroke="var(--line)" />
          <XAxis dataKey="budget" type="number" domain={['dataMin', 'dataMax']} reversed={rtl} tickFormatter={(sum: number) => format.count(Math.round(sum))} tickLine={false} axisLine={false} tick={tickStyle} />
          <YAxis domain={[0, 100]} orientation={rtl ? 'right' : 'left'} width={36} tickLine={false} axisLine={false} tick={tickStyle} />
          <Tooltip
            isAnimationActive={false}
            cursor={{ stroke: 'var(--line-control)' }}
            // oxlint-disable-next-line react/no-unstable-nested-components -- a function that draws, not a component
            content={({ active, label: sum, payload }) =>
              active && (
                <div className={styles.tip} dir={rtl ? 'rtl' : 'ltr'}>
                  <p>{t('budget.sumText', { sum: format.count(Math.round(Number(sum))) })}</p>
                  {payload.map(({ dataKey, value }) => (
                    <p key={String(dataKey)}>
                      {t(dataKey === 'before' ? 'budget.curve.before' : 'budget.curve.today')}: <bdi dir="ltr">{format.decimal(Number(value))}</bdi>
                    </p>
                  ))}
                </div>
              )
            }
          />
          <ReferenceLine x={budget} stroke="var(--price)" strokeDasharray="4 4" />
          <Line dataKey="today" name={t('budget.curve.today')} type="stepAfter" stroke="var(--accent)" strokeWidth={2.5} dot={false} isAnimationActive={false} />
          {curve.before.length > 0 && (
            <Line dataKey="before" name={t('budget.curve.before')} type="stepAfter" stroke="var(--text-3)" strokeWidth={2} strokeDasharray="6 4" dot={false} connectNulls isAnimationActive={false} />
          )}
        </LineChart>
      </ResponsiveContainer>
      <figcaption className={styles.keys} dir={rtl ? 'rtl' : 'ltr'}>
        <span className={styles.keyToday}>{t('budget.curve.today')}</span>
        {curve.before.length > 0 && <span className={styles.keyBefore}>{t('budget.curve.beforeDay', { date: format.fullDay(curve.beforeDay) })}</span>}
      </figcaption>
    </figure>
  )
}
