import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { expect, test } from 'vitest'
import { product } from '~/testing/fixtures'
import { server } from '~/testing/server'
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
  retailers: [],
  listing: null,
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

/** The settings' panel of alerts, once its alerts have replaced the empty panel that keeps its place. */
async function findAlertsPanel() {
  return waitFor(() => {
    const panel = within(screen.getByRole('region', { name: 'Price Alerts' }))
    panel.getAllByRole('row')
    return panel
  })
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
  const panel = await findAlertsPanel()
  await panel.findAllByRole('button')
  const [, first, second, third] = panel.getAllByRole('row')
  expect(first).toHaveTextContent(new RegExp(`${part.name}.*279\\.900 KWD.*Target price: 250\\.000 KWD.*Active`))
  // A product without a photo is drawn.
  expect(first?.querySelector('td:first-child svg, td:first-child img')).not.toBeNull()
  expect(within(first as HTMLElement).getByRole('link')).toHaveAttribute('href', `/product/${part.id}`)
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
  const panel = await findAlertsPanel()
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

test('the settings and the bell say each of these kinds in words', async () => {
  signedIn()
  const kinds = [
    { alertType: 'NEW_LOW_EVER' },
    { alertType: 'NEAR_LOW', percentage: 3 },
    { alertType: 'PRICE_RISE', percentage: 12 },
    { alertType: 'NEW_AT_SHOP' },
    { alertType: 'BACK_IN_STOCK', retailers: ['alpha'] },
  ]
  server.use(
    http.get('*/api/user/price-alerts', () =>
      HttpResponse.json({
        alerts: kinds.map((kind, place) => alert(`${place}`, { repeats: false, paused: false, ...kind })),
      }),
    ),
    http.get('*/api/user/notifications', () =>
      HttpResponse.json({
        notifications: kinds.slice(0, 4).map((kind, place) => ({ ...fired(`${place}`, false), ...kind })),
        unread: 4,
      }),
    ),
  )
  renderApp('/settings')
  const panel = await findAlertsPanel()
  await panel.findByText('Lowest price ever')
  for (const words of [
    'Within 3% of the lowest price in 365 days',
    'Price rise: 12%',
    'At a new shop',
    /^Back in stock at /,
  ]) {
    expect(panel.getByText(words)).toBeVisible()
  }
  await userEvent.click(await screen.findByRole('button', { name: 'Notifications: 4 unread notifications' }))
  for (const words of [
    /its lowest price ever$/,
    /near its lowest price in 365 days$/,
    / rose from .* to /,
    /at another shop/,
  ]) {
    expect(screen.getByText(words)).toBeVisible()
  }
})

test('an alert is paused, resumed and edited in the settings, and says how often it fires', async () => {
  signedIn()
  let stored = alert('1', { alertType: 'NEW_LOW_90', repeats: true, paused: false, timesFired: 0, lastFiredAt: null })
  const sent: unknown[] = []
  const over = { alertType: 'BACK_IN_STOCK', enabled: false, repeats: false, paused: false }
  server.use(
    http.get('*/api/user/price-alerts', () =>
      HttpResponse.json({
        alerts: [stored, alert('2', { ...over, timesFired: 1, lastFiredAt: new Date().toISOString() })],
      }),
    ),
    http.patch('*/api/user/price-alerts', async ({ request }) => {
      const change = (await request.json()) as { paused?: boolean; repeats?: boolean }
      sent.push([new URL(request.url).searchParams.get('alertId'), change])
      stored = { ...stored, ...change, enabled: !(change.paused ?? !stored.enabled) }
      return new HttpResponse(null, { status: 204 })
    }),
  )
  renderApp('/settings')
  const panel = await findAlertsPanel()
  await userEvent.click(await panel.findByRole('button', { name: `Pause the price alert for ${part.name}` }))
  const resume = await panel.findByRole('button', { name: `Resume the price alert for ${part.name}` })
  const [, first, second] = panel.getAllByRole('row')
  expect(first).toHaveTextContent(/Lowest price in 90 days.*Again and again, at most once a day.*Paused/)
  expect(second).toHaveTextContent(/Back in stock.*Once.*Disabled.*Fired once/)
  // What is over can be deleted, and nothing else.
  expect(within(second ?? document.body).getAllByRole('button')).toHaveLength(1)
  await userEvent.click(resume)
  await waitFor(() => expect(first).toHaveTextContent('Active'))
  await userEvent.click(panel.getByRole('button', { name: `Edit the price alert for ${part.name}` }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Edit price alert' }))
  await userEvent.click(dialog.getByRole('button', { name: 'Once' }))
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(first).toHaveTextContent(/Lowest price in 90 days\s*Once/))
  expect(sent).toEqual([
    ['1', { paused: true }],
    ['1', { paused: false }],
    ['1', { repeats: false }],
  ])
})

test('the bell says that a product is back, and of how many days a price is the lowest', async () => {
  signedIn()
  server.use(
    http.get('*/api/user/notifications', () =>
      HttpResponse.json({
        notifications: [
          { ...fired('1', false), alertType: 'BACK_IN_STOCK' },
          { ...fired('2', false), alertType: 'NEW_LOW_365' },
        ],
        unread: 2,
      }),
    ),
  )
  renderApp('/settings')
  await userEvent.click(await screen.findByRole('button', { name: 'Notifications: 2 unread notifications' }))
  expect(screen.getByText(`${part.name} is in stock again, at 89.900 KWD`)).toBeVisible()
  expect(screen.getByText(`${part.name} is at 89.900 KWD, its lowest price in 365 days`)).toBeVisible()
})
