import { fireEvent, render, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { RangeFilter } from './RangeFilter'

test('a handle sets a decimal bound, not its nearest number in floating point', () => {
  const onChange = vi.fn()
  render(
    <RangeFilter
      title="Boost clock"
      startsOpen
      facet={{ type: 'range', min: 2.9, max: 5.7, buckets: [] }}
      from={undefined}
      to={undefined}
      labels={['From', 'To']}
      onChange={onChange}
    />,
  )
  const handle = screen.getByRole('slider', { name: 'Boost clock: From' })
  expect(handle).toHaveAttribute('min', '2.8')
  fireEvent.change(handle, { target: { value: '3.5000000000000004' } })
  fireEvent.pointerUp(handle)
  expect(onChange).toHaveBeenLastCalledWith(3.5, undefined)
})
