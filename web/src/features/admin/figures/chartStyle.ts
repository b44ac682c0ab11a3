/** Height of all charts, in pixels. */
export const CHART_HEIGHT = 220
export const tickStyle = { fill: 'var(--text-3)', fontSize: 12 }
export const tooltipStyle = {
  contentStyle: {
    background: 'var(--surface-3)',
    border: '1px solid var(--line-control)',
    borderRadius: 'var(--radius-sm)',
    color: 'var(--text)',
    fontSize: 12,
  },
  labelStyle: { color: 'var(--text-2)' },
  itemStyle: { color: 'var(--text)' },
}
