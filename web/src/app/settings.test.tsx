import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { beforeEach, expect, test } from 'vitest'
import { user } from '~/testing/fixtures'
import { server } from '~/testing/server'
import { renderApp } from './renderApp'

// The page is loaded lazily, which is slow on a busy machine.
const patient = { timeout: 20_000 }
let sent: [call: string, body: unknown][] = []

beforeEach(() => {
  sent = []
  let settings: object = { username: 'Sara', priceDropAlerts: true, publicProfile: false, allowBuildSharing: true }
  server.use(
    http.get('*/api/auth/me', () => HttpResponse.json({ user: user() })),
    http.get('*/api/user/sessions', () => HttpResponse.json({ sessions: [] })),
    http.get('*/api/user/price-alerts', () => HttpResponse.json({ alerts: [] })),
    http.get('*/api/user/second-factor', () =>
      HttpResponse.json({ enabled: false, app: false, passkeys: [], passkeyDomain: null, recoveryCodesLeft: 0 }),
    ),
    http.get('*/api/user/settings', () => HttpResponse.json(settings)),
    http.put('*/api/user/settings', async ({ request }) => {
      const change = (await request.json()) as object
      sent.push(['settings', change])
      settings = { ...settings, ...change }
      return HttpResponse.json(settings)
    }),
    http.post('*/api/user/password', async ({ request }) => {
      sent.push(['password', await request.json()])
      return HttpResponse.json({ success: true })
    }),
  )
})

/** Opens the settings; returns the panel that changes the password. */
async function passwordPanel() {
  renderApp('/settings')
  const heading = await screen.findByRole('heading', { name: 'Change password' }, patient)
  return within(heading.closest('section') as HTMLElement)
}

test('username, notifications and privacy are confirmed, each sends its own fields, and a username is required', async () => {
  renderApp('/settings')
  const username = await screen.findByLabelText('Username', {}, patient)
  expect(username).toHaveValue('Sara')
  await userEvent.clear(username)
  expect(screen.getByRole('button', { name: 'Update username' })).toBeDisabled()
  await userEvent.type(username, 'Noor')
  await userEvent.click(screen.getByRole('button', { name: 'Update username' }))
  expect(await screen.findByText('Username updated successfully!')).toBeInTheDocument()
  const drops = screen.getByLabelText("Email me when prices drop on products I'm watching")
  expect(drops).toBeChecked()
  await userEvent.click(drops)
  expect(await screen.findByText('Notification settings updated!')).toBeInTheDocument()
  expect(drops).not.toBeChecked()
  expect(screen.getByLabelText('Make my profile public')).not.toBeChecked()
  await userEvent.click(screen.getByLabelText('Allow build sharing'))
  expect(await screen.findByText('Privacy settings updated!')).toBeInTheDocument()
  expect(sent).toEqual([
    ['settings', { username: 'Noor' }],
    ['settings', { priceDropAlerts: false }],
    ['settings', { publicProfile: false, allowBuildSharing: false }],
  ])
})

test('a new password needs all three fields, is given twice alike, has 8 characters, and is confirmed', async () => {
  const panel = await passwordPanel()
  const submit = panel.getByRole('button', { name: 'Change password' })
  const [current, password, again] = ['Current password', 'New password', 'Confirm password'].map((label) =>
    panel.getByLabelText(label),
  ) as [HTMLElement, HTMLElement, HTMLElement]
  expect(panel.getByText('Minimum 8 characters')).toBeInTheDocument()
  expect(submit).toBeDisabled()
  await userEvent.type(current, 'a fine pass')
  await userEvent.type(password, 'seven77')
  expect(submit).toBeDisabled()
  await userEvent.type(again, 'seven7')
  await userEvent.click(submit)
  expect(panel.getByRole('alert')).toHaveTextContent('Passwords do not match')
  await userEvent.type(again, '7')
  await userEvent.click(submit)
  expect(panel.getByRole('alert')).toHaveTextContent('Password must be at least 8 characters')
  await userEvent.clear(current)
  expect(submit).toBeDisabled()
  expect(sent).toEqual([])
  await userEvent.type(current, 'a fine pass')
  await userEvent.type(password, '8')
  await userEvent.type(again, '8')
  await userEvent.click(submit)
  expect(await panel.findByText('Password updated successfully!')).toBeInTheDocument()
  await waitFor(() => expect(password).toHaveValue(''))
  expect(sent).toEqual([['password', { currentPassword: 'a fine pass', newPassword: 'seven778' }]])
})
