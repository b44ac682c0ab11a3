import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { renderApp } from './renderApp'

// In a file of its own: where another file of the worker has not opened the palette, its code loads while the keys are pressed.
test('what is typed straight after the slash stands in the palette, which still loads', async () => {
  const { router } = renderApp('/login')
  await screen.findByRole('combobox', { name: 'Search' })
  await userEvent.keyboard('/rtx')
  const dialog = within(await screen.findByRole('dialog'))
  expect(await dialog.findByDisplayValue('rtx')).toBeInTheDocument()
  expect(router.state.location.pathname).toBe('/login')
})
