import { Area, AreaChart, CartesianGrid, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts'
import { useText } from '~/i18n/useText'
import { ChartPanel } from './ChartPanel'
import charts from './Charts.module.css'
import { CHART_HEIGHT, tickStyle, tooltipStyle } from './chartStyle'

type GrowthChartProps = { title: string; days: { createdAt: string; count: number }[]; color: string }

/** New items per day over the last 30 days. Time runs with the reading direction. */
export function GrowthChart({ title, days, color }: GrowthChartProps) {
  const { t, format, rtl } = useText()
  const rows = days.map(({ createdAt, count }) => ({ name: format.day(createdAt), count }))
  return (
    <ChartPanel title={title} note={t('admin.analytics.last30')} head={t('admin.analytics.day')} rows={rows}>
      <figure className={charts.plot} dir="ltr" aria-label={`${title}, ${t('admin.analytics.last30')}`}>
        <ResponsiveContainer width="100%" height={CHART_HEIGHT} initialDimension={{ width: 480, height: CHART_HEIGHT }}>
          <AreaChart data={rows} margin={{ top: 8, bottom: 0, left: rtl ? 8 : 0, right: rtl ? 0 : 8 }} title={title}>
            <CartesianGrid vertical={false} stroke="var(--line)" />
            <XAxis dataKey="name" reversed={rtl} tickLine={false} axisLine={false} tick={tickStyle} minTickGap={28} />
            <YAxis
              orientation={rtl ? 'right' : 'left'}
              width={40}
              allowDecimals={false}
              tickLine={false}
              axisLine={false}
              tick={tickStyle}
              tickFormatter={(value: number) => format.count(value)}
            />
            <Tooltip
              isAnimationActive={false}
              cursor={{ stroke: 'var(--line-control)' }}
              {...tooltipStyle}
              formatter={(value) => [format.count(Number(value)), title]}
            />
            <Area
              dataKey="count"
              type="linear"
              stroke={color}
              strokeWidth={2}
              fill={color}
              fillOpacity={0.14}
              isAnimationActive={false}
            />
          </AreaChart>
        </ResponsiveContainer>
      </figure>
    </ChartPanel>
  )
}
