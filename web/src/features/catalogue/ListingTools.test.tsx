import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { ListingTools } from './ListingTools'

test('letters typed before the URL has the words searched for stay in the field', async () => {
  const onChange = vi.fn()
  const tools = (q?: string) => (
    <ListingTools
      search={{ q }}
      onChange={onChange}
      searchLabel="Search inside"
      filterCount={0}
      onReachFilters={() => undefined}
      onOpenFilters={() => undefined}
    />
  )
  const { rerender } = render(tools())
  const field = screen.getByRole('searchbox', { name: 'Search inside' })
  await userEvent.type(field, 'rt')
  await waitFor(() => expect(onChange).toHaveBeenLastCalledWith({ q: 'rt' }, true))
  await userEvent.type(field, 'x')
  rerender(tools('rt'))
  expect(field).toHaveValue('rtx')
  await waitFor(() => expect(onChange).toHaveBeenLastCalledWith({ q: 'rtx' }, true))
  rerender(tools('rtx'))
  // Words from elsewhere replace what was typed.
  rerender(tools('ryzen'))
  expect(field).toHaveValue('ryzen')
})

const valueTools = (category: 'PSU' | 'MONITOR', sort?: 'value_gaming') => (
  <ListingTools
    search={{ sort }}
    onChange={() => undefined}
    category={category}
    filterCount={0}
    onReachFilters={() => undefined}
    onOpenFilters={() => undefined}
  />
)
const byValue = () => screen.queryAllByRole('option', { name: /^Best value/ }).map((option) => option.textContent)

test('the orders by value are those of the category', () => {
  const { rerender } = render(valueTools('PSU'))
  expect(byValue()).toEqual(['Best value by watts'])
  rerender(valueTools('MONITOR'))
  expect(byValue()).toEqual([])
  // An order from the address stays among the choices.
  rerender(valueTools('MONITOR', 'value_gaming'))
  expect(byValue()).toEqual(['Best value in games'])
})
