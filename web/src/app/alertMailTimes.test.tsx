import { fireEvent, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { beforeEach, expect, test } from 'vitest'
import { forgetPresses } from '~/lib/presses'
import { user } from '~/testing/fixtures'
import { server } from '~/testing/server'
import { renderApp } from './renderApp'

const settings = {
  username: 'Sara',
  priceDropAlerts: true,
  publicProfile: false,
  allowBuildSharing: true,
  alertMails: 'EACH',
  quietHours: false,
  quietFrom: '22:00',
  quietUntil: '08:00',
}

/** Answers changes of the settings as the server does, and returns the bodies of the requests. */
function recordChanges(stored = settings) {
  const sent: object[] = []
  server.use(
    http.get('*/api/user/settings', () => HttpResponse.json(stored)),
    http.put('*/api/user/settings', async ({ request }) => {
      const change = (await request.json()) as object
      sent.push(change)
      stored = { ...stored, ...change }
      return HttpResponse.json(stored)
    }),
  )
  return sent
}

beforeEach(() => {
  forgetPresses()
  server.use(
    http.get('*/api/auth/me', () => HttpResponse.json({ user: user() })),
    http.get('*/api/user/sessions', () => HttpResponse.json({ sessions: [] })),
    http.get('*/api/user/price-alerts', () => HttpResponse.json({ alerts: [] })),
    http.get('*/api/user/second-factor', () =>
      HttpResponse.json({ app: false, enabled: false, passkeyDomain: null, passkeys: [], recoveryCodesLeft: 0 }),
    ),
    http.get('*/api/favorites', () => HttpResponse.json({ favorites: [] })),
  )
})

test('quiet hours are switched on, last over midnight, and have two different ends', async () => {
  const sent = recordChanges()
  renderApp('/settings')
  await userEvent.click(await screen.findByRole('switch', { name: /Quiet hours/ }))
  const from = await screen.findByLabelText('From')
  const until = screen.getByLabelText('Until')
  expect(from).toHaveValue('22:00')
  expect(screen.getByText('On the next day')).toBeInTheDocument()
  fireEvent.change(from, { target: { value: '08:00' } })
  const save = screen.getByRole('button', { name: 'Save the hours' })
  await userEvent.click(save)
  expect(until).toHaveAccessibleDescription('Please choose two different times.')
  fireEvent.change(from, { target: { value: '23:30' } })
  await userEvent.click(save)
  await waitFor(() => expect(sent).toEqual([{ quietHours: true }, { quietFrom: '23:30', quietUntil: '08:00' }]))
  expect(await screen.findByText('Notification settings updated!')).toBeInTheDocument()
  expect(until).toHaveAccessibleDescription('On the next day')
})

test('alert mails come one by one, or put together', async () => {
  const sent = recordChanges()
  renderApp('/settings')
  const choice = await screen.findByRole('combobox', { name: 'Alert mails' })
  expect(choice).toHaveValue('EACH')
  expect(screen.queryByText(/what is waiting comes at once/)).not.toBeInTheDocument()
  await userEvent.selectOptions(choice, 'One a week, Sundays at 9:00')
  expect(await screen.findByText('Notification settings updated!')).toBeInTheDocument()
  expect(sent).toEqual([{ alertMails: 'WEEKLY' }])
  expect(choice).toHaveValue('WEEKLY')
  expect(screen.getByText(/what is waiting comes at once/)).toBeInTheDocument()
})

test('without alert mails there is no time of theirs to choose', async () => {
  recordChanges({ ...settings, priceDropAlerts: false })
  renderApp('/settings')
  expect(await screen.findByRole('switch', { name: /prices drop/ })).not.toBeChecked()
  expect(screen.queryByRole('switch', { name: /Quiet hours/ })).not.toBeInTheDocument()
  expect(screen.queryByRole('combobox', { name: 'Alert mails' })).not.toBeInTheDocument()
})
