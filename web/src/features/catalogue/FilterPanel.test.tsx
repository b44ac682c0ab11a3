import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { FilterPanel } from './FilterPanel'

test('a second tick before the panel renders with the first keeps the first', async () => {
  const onChange = vi.fn()
  const values = ['ASUS', 'MSI'].map((value) => ({ value, count: 1 }))
  const facets = { manufacturer: { type: 'values' as const, values } }
  const panel = (manufacturer?: string[]) => (
    <FilterPanel facets={facets} search={{ manufacturer }} singleCategory onChange={onChange} />
  )
  const { rerender } = render(panel())
  await userEvent.click(screen.getByRole('checkbox', { name: /ASUS/ }))
  await userEvent.click(screen.getByRole('checkbox', { name: /MSI/ }))
  expect(onChange).toHaveBeenLastCalledWith({ manufacturer: ['ASUS', 'MSI'] })
  // A search from elsewhere counts again.
  rerender(panel(['MSI']))
  await userEvent.click(screen.getByRole('checkbox', { name: /ASUS/ }))
  expect(onChange).toHaveBeenLastCalledWith({ manufacturer: ['MSI', 'ASUS'] })
})
