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
  // The panel renders with the same search, as when the counts arrive.
  rerender(panel())
  await userEvent.click(screen.getByRole('checkbox', { name: /MSI/ }))
  expect(onChange).toHaveBeenLastCalledWith({ manufacturer: ['ASUS', 'MSI'] })
  // A search from elsewhere is the base again.
  rerender(panel(['MSI']))
  await userEvent.click(screen.getByRole('checkbox', { name: /ASUS/ }))
  expect(onChange).toHaveBeenLastCalledWith({ manufacturer: ['MSI', 'ASUS'] })
})

test('a chosen value stays where no product is left and the response has no groups', async () => {
  const onChange = vi.fn()
  const search = { manufacturer: ['ASUS'], 'spec.socket': ['AM5'], minPrice: 900 }
  const { rerender } = render(<FilterPanel facets={undefined} search={search} singleCategory onChange={onChange} />)
  expect(screen.queryByRole('checkbox')).not.toBeInTheDocument()
  rerender(<FilterPanel facets={{}} search={search} singleCategory onChange={onChange} />)
  expect(screen.getByRole('checkbox', { name: /AM5/ })).toBeChecked()
  await userEvent.click(screen.getByRole('checkbox', { name: /ASUS/ }))
  expect(onChange).toHaveBeenLastCalledWith({ 'spec.socket': ['AM5'], minPrice: 900 })
})

test('a value can be left out beside its checkbox, and is shown as left out', async () => {
  const onChange = vi.fn()
  const facets = { manufacturer: { type: 'values' as const, values: [{ value: 'ASUS', count: 3 }] } }
  const { rerender } = render(<FilterPanel facets={facets} search={{}} singleCategory onChange={onChange} />)
  await userEvent.click(screen.getByRole('button', { name: /ASUS/, pressed: false }))
  expect(onChange).toHaveBeenLastCalledWith({ '-manufacturer': ['ASUS'] })
  rerender(<FilterPanel facets={facets} search={{ '-manufacturer': ['ASUS'] }} singleCategory onChange={onChange} />)
  expect(screen.getByRole('button', { name: /ASUS/, pressed: true })).toBeVisible()
  expect(screen.getByRole('checkbox', { name: /ASUS/ })).not.toBeChecked()
})

test('a value that the URL writes in other letters is the same value', async () => {
  const onChange = vi.fn()
  const facets = { manufacturer: { type: 'values' as const, values: [{ value: 'ASUS', count: 3 }] } }
  render(<FilterPanel facets={facets} search={{ manufacturer: ['asus'] }} singleCategory onChange={onChange} />)
  expect(screen.getAllByRole('checkbox')).toHaveLength(1)
  expect(screen.getByRole('checkbox', { name: /ASUS/ })).toBeChecked()
  await userEvent.click(screen.getByRole('checkbox', { name: /ASUS/ }))
  expect(onChange).toHaveBeenLastCalledWith({})
})

test('a cut group says how many values it leaves out', async () => {
  const values = Array.from({ length: 13 }, (_, index) => ({ value: `Chip ${index}`, count: 1 }))
  const facets = { 'spec.gpuChipset': { type: 'values' as const, values, more: 30 } }
  render(<FilterPanel facets={facets} search={{}} singleCategory onChange={vi.fn()} />)
  expect(screen.queryByText(/30 rare values/)).not.toBeInTheDocument()
  await userEvent.type(screen.getByRole('searchbox'), 'chip')
  expect(screen.getByText(/30 rare values/)).toBeInTheDocument()
  expect(screen.getByRole('button', { name: 'List all values' })).toBeInTheDocument()
})
