import { render, screen, waitFor, within } from '@testing-library/react'
import { QueryClientProvider } from '@tanstack/react-query'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { expect, test } from 'vitest'
import { createQueryClient } from '~/api/queryClient'
import { product } from '~/testing/fixtures'
import { server } from '~/testing/server'
import { BuildAlertDialog } from '~/lib/alerts/BuildAlertDialog'
import { renderApp } from './renderApp'

const user = {
  id: '00000000-0000-4000-8000-00000000000a',
  name: 'Sara',
  email: 'sara@example.com',
  role: 'USER',
  emailVerified: true,
}
const settings = { username: 'Sara', priceDropAlerts: true, publicProfile: false, allowBuildSharing: true }
const part = product()
const alert = (id: string, rest: object) => ({
  id,
  alertType: 'ANY_DROP',
  targetPrice: null,
  percentage: null,
  enabled: true,
  createdAt: '2026-11-20T09:00:00Z',
  product: part,
  build: null,
  ...rest,
})
const fired = (id: string, read: boolean) => ({
  id,
  alertType: 'TARGET_PRICE',
  price: 89.9,
  priceBefore: 99.9,
  currency: 'KWD',
  firedAt: new Date(Date.now() - 3 * 60_000).toISOString(),
  read,
  product: { id: part.id, name: part.name, nameAr: null, picture: null },
  build: null,
})

function signedIn() {
  server.use(
    http.get('*/api/auth/me', () => HttpResponse.json({ user })),
    http.get('*/api/user/settings', () => HttpResponse.json(settings)),
    http.get('*/api/user/sessions', () => HttpResponse.json({ sessions: [] })),
    http.get('*/api/user/second-factor', () =>
      HttpResponse.json({ enabled: false, app: false, passkeys: [], passkeyDomain: null, recoveryCodesLeft: 0 }),
    ),
  )
}

test('the settings list every alert, and delete one after asking', async () => {
  signedIn()
  let alerts = [
    alert('1', { alertType: 'TARGET_PRICE', targetPrice: 250 }),
    alert('2', { alertType: 'PERCENTAGE_DROP', percentage: 15, enabled: false }),
    alert('3', {
      alertType: 'BUILD_TOTAL',
      targetPrice: 900,
      product: null,
      build: { id: 'b', name: 'Quiet one', shareToken: 'token', totalPrice: 950, currency: 'KWD' },
    }),
  ]
  server.use(
    http.get('*/api/user/price-alerts', () => HttpResponse.json({ alerts })),
    http.delete('*/api/user/price-alerts', ({ request }) => {
      alerts = alerts.filter((one) => one.id !== new URL(request.url).searchParams.get('alertId'))
      return new HttpResponse(null, { status: 204 })
    }),
  )
  renderApp('/settings')
  const panel = within(await screen.findByRole('region', { name: 'Price Alerts' }))
  await panel.findAllByRole('button')
  const [, first, second, third] = panel.getAllByRole('row')
  expect(first).toHaveTextContent(/Target price: 250\.000 KWD.*Active/)
  expect(second).toHaveTextContent(/Percentage: 15%.*Disabled/)
  expect(third).toHaveTextContent(/Quiet one.*950\.000.*Build total: 900\.000 KWD.*Active/)
  const [button] = panel.getAllByRole('button', { name: `Delete the price alert for ${part.name}` })
  if (!button) throw new Error('no button')
  await userEvent.click(button)
  const dialog = within(await screen.findByRole('dialog', { name: 'Delete price alert' }))
  await userEvent.click(dialog.getByRole('button', { name: 'Delete' }))
  expect(await screen.findByText('Price alert deleted successfully!')).toBeInTheDocument()
  await waitFor(() => expect(panel.getAllByRole('row')).toHaveLength(3))
})

test('an alert that cannot be deleted stays and says so', async () => {
  signedIn()
  server.use(
    http.get('*/api/user/price-alerts', () => HttpResponse.json({ alerts: [alert('1', {})] })),
    http.delete('*/api/user/price-alerts', () => HttpResponse.json({ error: '', code: 'INTERNAL' }, { status: 500 })),
  )
  renderApp('/settings')
  await userEvent.click(await screen.findByRole('button', { name: `Delete the price alert for ${part.name}` }))
  const dialog = within(await screen.findByRole('dialog'))
  await userEvent.click(dialog.getByRole('button', { name: 'Delete' }))
  expect(await dialog.findByRole('alert')).toHaveTextContent('Failed to delete alert')
})

test('the bell counts unread notifications, lists them, and marks them as read', async () => {
  signedIn()
  let list = [fired('1', false), fired('2', false), fired('3', true)]
  const sent: unknown[] = []
  server.use(
    http.get('*/api/user/notifications', () =>
      HttpResponse.json({ notifications: list, unread: list.filter((one) => !one.read).length }),
    ),
    http.post('*/api/user/notifications/read', async ({ request }) => {
      sent.push(await request.json())
      list = list.map((one) => ({ ...one, read: true }))
      return new HttpResponse(null, { status: 204 })
    }),
  )
  renderApp('/settings')
  const bell = await screen.findByRole('button', { name: 'Notifications: 2 unread notifications' })
  expect(screen.getAllByRole('status').some((one) => one.textContent === '2 unread notifications')).toBe(true)
  bell.focus()
  await userEvent.keyboard('{Enter}')
  const panel = within(screen.getByRole('region', { name: 'Notification centre' }))
  const entries = panel.getAllByRole('listitem')
  expect(entries).toHaveLength(3)
  expect(entries[0]).toHaveTextContent(`Unread: ${part.name} is at 89.900 KWD, down from 99.900 KWD`)
  expect(entries[2]).not.toHaveTextContent('Unread')
  await userEvent.click(panel.getByRole('button', { name: 'Mark all as read' }))
  expect(await screen.findByRole('button', { name: 'Notifications: No unread notifications' })).toBe(bell)
  expect(sent).toEqual([{}])
  await userEvent.keyboard('{Escape}')
  expect(bell).toHaveFocus()
  expect(bell).toHaveAttribute('aria-expanded', 'false')
})

test('a visitor without an account has no bell', async () => {
  renderApp('/login')
  await screen.findByRole('heading', { level: 1 })
  expect(screen.queryByRole('button', { name: /^Notifications/ })).toBeNull()
})

test('an alert on the total of a build is refused above the total and sent below it', async () => {
  const sent: unknown[] = []
  server.use(
    http.post('*/api/user/price-alerts', async ({ request }) => {
      sent.push(await request.json())
      return HttpResponse.json({ id: 'x' }, { status: 201 })
    }),
  )
  let closed = false
  render(
    <QueryClientProvider client={createQueryClient(1)}>
      <BuildAlertDialog
        build={{ id: 'b', name: 'Quiet one', total: 950, unpriced: 0 }}
        onClose={() => (closed = true)}
      />
    </QueryClientProvider>,
  )
  const field = screen.getByRole('textbox', { name: 'Target total in KWD' })
  await userEvent.type(field, '950')
  await userEvent.click(screen.getByRole('button', { name: 'Create alert' }))
  expect(screen.getByRole('alert')).toHaveTextContent('Target price must be lower than current price')
  await userEvent.clear(field)
  await userEvent.type(field, '900.5')
  await userEvent.click(screen.getByRole('button', { name: 'Create alert' }))
  await waitFor(() => expect(closed).toBe(true))
  expect(sent).toEqual([{ alertType: 'BUILD_TOTAL', buildId: 'b', targetPrice: 900.5 }])
})

test('an alert on a build with a part that is not sold may have a target above the total of the others', async () => {
  const sent: unknown[] = []
  server.use(
    http.post('*/api/user/price-alerts', async ({ request }) => {
      sent.push(await request.json())
      return HttpResponse.json({ id: 'x' }, { status: 201 })
    }),
  )
  render(
    <QueryClientProvider client={createQueryClient(1)}>
      <BuildAlertDialog build={{ id: 'b', name: 'Quiet one', total: 300, unpriced: 1 }} onClose={() => undefined} />
    </QueryClientProvider>,
  )
  expect(screen.getByText('1 part is not sold now and is not in today’s total.')).toBeVisible()
  await userEvent.type(screen.getByRole('textbox', { name: 'Target total in KWD' }), '490')
  await userEvent.click(screen.getByRole('button', { name: 'Create alert' }))
  await waitFor(() => expect(sent).toEqual([{ alertType: 'BUILD_TOTAL', buildId: 'b', targetPrice: 490 }]))
})

const budgetBuild = {
  budget: 450,
  use: 'gaming-1440p',
  counts: 'delivered',
  allowUnknown: true,
  wishes: { quiet: true, color: 'white', retailers: ['alpha'], keep: [] },
  minIndex: null,
}

test('budget alerts are listed and notified, and lead to their builds', async () => {
  signedIn()
  const rest = { alertType: 'BUDGET_BUILD', product: null, budgetBuild }
  server.use(
    http.get('*/api/user/price-alerts', () =>
      HttpResponse.json({
        alerts: [
          alert('1', { ...rest, targetPrice: 450 }),
          alert('2', {
            ...rest,
            targetPrice: 300,
            budgetBuild: { ...budgetBuild, budget: 300, use: 'office', minIndex: 61.372 },
            enabled: false,
          }),
        ],
      }),
    ),
    http.get('*/api/user/notifications', () =>
      HttpResponse.json({ notifications: [{ ...fired('1', false), ...rest, price: 448.5 }], unread: 1 }),
    ),
  )
  renderApp('/settings')
  const panel = within(await screen.findByRole('region', { name: 'Price Alerts' }))
  const link = await panel.findByRole('link', { name: 'PC for 1440p gaming' })
  const page = '/build-for?budget=450&use=gaming-1440p&wish=quiet&wish=color-white&shop=alpha'
  expect(link).toHaveAttribute('href', page)
  const [, active, found] = panel.getAllByRole('row')
  expect(active).toHaveTextContent(/1440p gaming.*Up to 450\.000 KWD.*Any build for this use.*Active/)
  expect(found).toHaveTextContent(/Office.*Up to 300\.000 KWD.*A build with index 61\.4 or more.*Build found/)
  await userEvent.click(await screen.findByRole('button', { name: 'Notifications: 1 unread notification' }))
  const entry = screen.getByRole('link', { name: /PC for 1440p gaming fits into 450\.000 KWD: .* 448\.500 KWD/ })
  expect(entry).toHaveAttribute('href', page)
})
