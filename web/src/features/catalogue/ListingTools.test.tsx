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
