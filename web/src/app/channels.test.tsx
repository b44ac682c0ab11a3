import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
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
const ntfy = {
  id: '00000000-0000-4000-8000-000000000001',
  kind: 'NTFY',
  address: 'https://ntfy.sh/my-alerts',
  device: null,
  language: 'en',
  createdAt: '2026-11-20T09:00:00Z',
  lastSentAt: null,
  failures: 0,
  problem: null,
  paused: false,
}

/** Answers calls about channels as the server does, and returns the bodies of the additions. */
function keepChannels(channels: object[]) {
  const sent: object[] = []
  server.use(
    http.get('*/api/user/channels', () => HttpResponse.json({ channels, pushKey: 'BKey', max: 10, telegram: false })),
    http.post('*/api/user/channels', async ({ request }) => {
      const body = (await request.json()) as { kind: string; address: string; device?: string }
      sent.push(body)
      const channel = { ...ntfy, ...body, id: `00000000-0000-4000-8000-00000000001${sent.length}` }
      channels = [...channels, channel]
      return HttpResponse.json({ channel, secret: body.kind === 'WEBHOOK' ? 'a-secret' : null }, { status: 201 })
    }),
    http.delete('*/api/user/channels/:id', ({ params }) => {
      channels = channels.filter((one) => !('id' in one) || one.id !== params.id)
      return new HttpResponse(null, { status: 204 })
    }),
  )
  return sent
}

/** Opens the settings, and returns the panel. */
async function openPanel() {
  renderApp('/settings')
  return within(await screen.findByRole('region', { name: 'Alerts beyond mail' }, { timeout: 15_000 }))
}

beforeEach(() => {
  forgetPresses()
  server.use(
    http.get('*/api/auth/me', () => HttpResponse.json({ user: user() })),
    http.get('*/api/user/settings', () => HttpResponse.json(settings)),
    http.get('*/api/user/sessions', () => HttpResponse.json({ sessions: [] })),
    http.get('*/api/favorites', () => HttpResponse.json({ favorites: [] })),
  )
})
afterEach(() => vi.unstubAllGlobals())

test('a webhook is added, whose secret is shown, and removed', async () => {
  const sent = keepChannels([])
  const panel = await openPanel()
  expect(await panel.findByText(/This browser cannot receive notifications/)).toBeInTheDocument()
  await userEvent.click(panel.getByText('Add a webhook or ntfy'))
  await userEvent.selectOptions(panel.getByRole('combobox', { name: 'Kind' }), 'Webhook')
  await userEvent.type(panel.getByLabelText('Address'), 'https://hooks.example/alerts')
  await userEvent.click(panel.getByRole('button', { name: 'Add' }))
  expect(await panel.findByText('a-secret')).toBeInTheDocument()
  expect(sent).toEqual([{ kind: 'WEBHOOK', address: 'https://hooks.example/alerts', language: 'en' }])
  await userEvent.click(await panel.findByRole('button', { name: 'Remove: https://hooks.example/alerts' }))
  expect(await panel.findByText('Add a webhook or ntfy')).toBeInTheDocument()
  expect(panel.queryByRole('list', { name: 'Your channels' })).not.toBeInTheDocument()
})

test('an address that the server refuses says what one must be', async () => {
  keepChannels([])
  const fields = { address: 'must not lead into a private network' }
  server.use(
    http.post('*/api/user/channels', () =>
      HttpResponse.json({ error: 'address: x', code: 'INVALID_FIELDS', fields }, { status: 422 }),
    ),
  )
  const panel = await openPanel()
  await userEvent.click(await panel.findByText('Add a webhook or ntfy'))
  const address = panel.getByLabelText('Address')
  await userEvent.type(address, 'https://10.0.0.1/')
  await userEvent.click(panel.getByRole('button', { name: 'Add' }))
  await vi.waitFor(() => expect(address).toHaveAccessibleDescription(/a public address that begins with https/))
})

test('a test says whether it arrived, and a paused channel why', async () => {
  keepChannels([{ ...ntfy, failures: 10, problem: 'STATUS_500', paused: true }])
  const outcomes = ['TIMEOUT', null]
  server.use(
    http.post('*/api/user/channels/:id/test', () => {
      const problem = outcomes.shift() ?? null
      return HttpResponse.json({ sent: problem === null, problem })
    }),
  )
  const panel = await openPanel()
  expect(await panel.findByText(/the address answered with 500.*Paused, because ten/)).toBeInTheDocument()
  const send = panel.getByRole('button', { name: 'Send a test: https://ntfy.sh/my-alerts' })
  await userEvent.click(send)
  expect(await panel.findByText('The test failed: no answer within 3 seconds.')).toBeInTheDocument()
  forgetPresses()
  await userEvent.click(send)
  expect(await panel.findByText(/It should be there in a moment/)).toBeInTheDocument()
})

test('this browser is asked after a click only, and added with its keys', async () => {
  const sent = keepChannels([])
  const keys = { p256dh: 'public', auth: 'secret' }
  let subscription: object | null = null
  const subscribe = vi.fn((_options: object) => {
    const made = { endpoint: 'https://push.example/1', toJSON: () => ({ endpoint: 'https://push.example/1', keys }) }
    subscription = made
    return Promise.resolve(made)
  })
  const registration = { pushManager: { subscribe, getSubscription: () => Promise.resolve(subscription) } }
  const requestPermission = vi.fn(() => Promise.resolve('denied'))
  vi.stubGlobal('PushManager', {})
  vi.stubGlobal('Notification', { requestPermission })
  Object.defineProperty(navigator, 'serviceWorker', {
    configurable: true,
    value: {
      ready: Promise.resolve(registration),
      register: () => Promise.resolve(registration),
      getRegistration: () => Promise.resolve(registration),
    },
  })
  const panel = await openPanel()
  const add = await panel.findByRole('button', { name: 'Notify me in this browser' })
  expect(requestPermission).not.toHaveBeenCalled()
  await userEvent.click(add)
  expect(await panel.findByText(/Notifications of this site are blocked/)).toBeInTheDocument()
  requestPermission.mockResolvedValue('granted')
  forgetPresses()
  await userEvent.click(add)
  expect(await panel.findByText('This browser')).toBeInTheDocument()
  expect(subscribe).toHaveBeenCalledWith({ userVisibleOnly: true, applicationServerKey: 'BKey' })
  expect(sent).toMatchObject([{ kind: 'PUSH', address: 'https://push.example/1', keys, language: 'en' }])
  expect(panel.queryByRole('button', { name: 'Notify me in this browser' })).not.toBeInTheDocument()
  Reflect.deleteProperty(navigator, 'serviceWorker')
})
