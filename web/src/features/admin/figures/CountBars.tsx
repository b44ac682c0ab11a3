import { Bar, BarChart, LabelList, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts'
import { useText } from '~/i18n/useText'
import { ChartPanel } from './ChartPanel'
import charts from './Charts.module.css'
import { tickStyle, tooltipStyle } from './chartStyle'

type CountBarsProps = { title: string; head: string; entries: { name: string; count: number }[]; color: string }

/** Space of one bar, in pixels. */
const BAR_SPACE = 30

/** Counts as bars, largest first. Bars grow with the reading direction. */
export function CountBars({ title, head, entries, color }: CountBarsProps) {
  const { format, rtl } = useText()
  const rows = entries.toSorted((a, b) => b.count - a.count)
  const height = Math.max(rows.length, 3) * BAR_SPACE + 16
  return (
    <ChartPanel title={title} head={head} rows={rows}>
      <figure className={charts.plot} dir="ltr" aria-label={title}>
        <ResponsiveContainer width="100%" height={height} initialDimension={{ width: 480, height }}>
          <BarChart
            data={rows}
            layout="vertical"
            margin={{ top: 0, bottom: 0, left: rtl ? 48 : 8, right: rtl ? 8 : 48 }}
            title={title}
          >
            <XAxis type="number" hide reversed={rtl} allowDecimals={false} />
            <YAxis
              type="category"
              dataKey="name"
              orientation={rtl ? 'right' : 'left'}
              width={112}
              tickLine={false}
              axisLine={false}
              tick={tickStyle}
              interval={0}
            />
            <Tooltip
              isAnimationActive={false}
              cursor={{ fill: 'var(--surface-2)' }}
              {...tooltipStyle}
              formatter={(value) => [format.count(Number(value)), title]}
            />
            <Bar dataKey="count" fill={color} radius={2} barSize={14} isAnimationActive={false}>
              <LabelList
                dataKey="count"
                position="right"
                fill="var(--text-2)"
                fontSize={12}
                formatter={(value) => format.count(Number(value))}
              />
            </Bar>
          </BarChart>
        </ResponsiveContainer>
      </figure>
    </ChartPanel>
  )
}
