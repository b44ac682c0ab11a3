import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { beforeEach, expect, test } from 'vitest'
import { forgetPresses } from '~/lib/presses'
import { user } from '~/testing/fixtures'
import { server } from '~/testing/server'
import { renderApp } from './renderApp'

const chat = {
  id: 'c1',
  kind: 'TELEGRAM',
  address: '5',
  device: null,
  language: 'en',
  createdAt: '2026-11-30T08:00:00Z',
  lastSentAt: null,
  failures: 0,
  problem: null,
  paused: false,
}
const link = { url: 'https://t.me/tajmeea_bot?start=abc', expiresAt: new Date(Date.now() + 900_000).toISOString() }

/** Lists these channels, until others are put in their place. */
function listChannels(telegram: boolean) {
  const list = { channels: [] as object[], pushKey: 'AAAA', max: 10, telegram }
  server.use(http.get('*/api/user/channels', () => HttpResponse.json(list)))
  return list
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
    http.get('*/api/user/settings', () =>
      HttpResponse.json({
        username: 'Sara',
        priceDropAlerts: true,
        publicProfile: false,
        allowBuildSharing: true,
        alertMails: 'EACH',
        quietHours: false,
        quietFrom: '22:00',
        quietUntil: '08:00',
      }),
    ),
    http.post('*/api/user/telegram/link', () => HttpResponse.json(link, { status: 201 })),
  )
})

test('a chat is connected by a link, which the page notices', async () => {
  const list = listChannels(true)
  renderApp('/settings')
  await userEvent.click(await screen.findByRole('button', { name: 'Connect Telegram' }))
  expect(await screen.findByRole('link', { name: 'Open Telegram' })).toHaveAttribute('href', link.url)
  expect(screen.getByRole('img', { name: /QR code/ })).toBeInTheDocument()
  list.channels = [chat]
  expect(await screen.findByText('Telegram is connected.', {}, { timeout: 6000 })).toBeInTheDocument()
  expect(screen.queryByRole('link', { name: 'Open Telegram' })).not.toBeInTheDocument()
  expect(screen.queryByRole('button', { name: 'Connect Telegram' })).not.toBeInTheDocument()
  // The chat is removed: its link was used, so that another one is needed.
  server.use(
    http.delete('*/api/user/channels/c1', () => {
      list.channels = []
      return new HttpResponse(null, { status: 204 })
    }),
  )
  await userEvent.click(screen.getByRole('button', { name: /^Remove/ }))
  expect(await screen.findByRole('button', { name: 'Connect Telegram' })).toBeEnabled()
}, 15_000)

test('Telegram that does not answer is said', async () => {
  listChannels(true)
  server.use(
    http.post('*/api/user/telegram/link', () =>
      HttpResponse.json({ error: 'This is not available right now.', code: 'UNAVAILABLE' }, { status: 503 }),
    ),
  )
  renderApp('/settings')
  await userEvent.click(await screen.findByRole('button', { name: 'Connect Telegram' }))
  expect(await screen.findByText('This is not available right now.')).toBeInTheDocument()
})

test('without a bot there is nothing to connect', async () => {
  listChannels(false)
  renderApp('/settings')
  expect(await screen.findByText('Alerts beyond mail')).toBeInTheDocument()
  expect(screen.queryByRole('button', { name: 'Connect Telegram' })).not.toBeInTheDocument()
})
