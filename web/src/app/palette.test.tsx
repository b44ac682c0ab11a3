import { fireEvent, screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderApp } from './renderApp'

// In a file of its own: the palette's code loads once per file.
test('what is typed straight after the slash stands in the palette, which still loads', async () => {
  const { router } = renderApp('/login')
  await screen.findByRole('combobox', { name: 'Search' })
  for (const key of '/rtx') fireEvent.keyDown(document.body, { key, code: `Key${key.toUpperCase()}` })
  const dialog = within(await screen.findByRole('dialog'))
  expect(await dialog.findByDisplayValue('rtx')).toBeInTheDocument()
  expect(router.state.location.pathname).toBe('/login')
})
