import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { expect, test } from 'vitest'
import { server } from '~/testing/server'
import { renderApp } from './renderApp'

test('the link of a mail ends the mails after a press, and not before', async () => {
  const sent: unknown[] = []
  server.use(
    http.post('*/api/unsubscribe', async ({ request }) => {
      sent.push(await request.json())
      return HttpResponse.json({ success: true })
    }),
  )
  renderApp('/unsubscribe?token=the-token')
  expect(await screen.findByRole('heading', { level: 1, name: 'Stop price alert mails?' })).toBeInTheDocument()
  expect(sent).toEqual([])
  await userEvent.click(screen.getByRole('button', { name: 'Stop these mails' }))
  expect(await screen.findByRole('heading', { level: 1, name: 'Price alert mails are off' })).toBeInTheDocument()
  expect(sent).toEqual([{ token: 'the-token' }])
  expect(screen.getByRole('link', { name: 'Settings' })).toHaveAttribute('href', '/settings')
})

test.each(['/unsubscribe', '/unsubscribe?token=wrong'])('a link of no mail says so: %s', async (path) => {
  server.use(
    http.post('*/api/unsubscribe', () =>
      HttpResponse.json({ error: 'token: is not the token of a mail', code: 'INVALID_FIELDS' }, { status: 422 }),
    ),
  )
  renderApp(path)
  await screen.findByRole('heading', { level: 1, name: 'Stop price alert mails?' })
  if (path.includes('token')) await userEvent.click(screen.getByRole('button', { name: 'Stop these mails' }))
  expect(await screen.findByRole('alert')).toHaveTextContent('not from one of our mails')
  expect(screen.queryByRole('button', { name: 'Stop these mails' })).not.toBeInTheDocument()
})
