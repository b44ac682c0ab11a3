import { act, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { beforeEach, expect, test } from 'vitest'
import { SESSION_KEY } from '~/api/accounts'
import type { User } from '~/api/wire'
import { switchLanguage } from '~/i18n'
import { list, user } from '~/testing/fixtures'
import { server } from '~/testing/server'
import { renderApp } from './renderApp'

const HEADER = 'X-Tajmeea-User'
const sara = user()
const omar = user({ id: '00000000-0000-4000-8000-0000000000e2', name: 'Omar', email: 'omar@example.com' })

/** The user of the browser's cookie. */
let current: User | null
/** The users that the calls of the page have named. */
let named: (string | null)[]

/** Answers a call about the current user's data as the server does. */
const ofUser = (answer: () => object) => (info: { request: Request }) => {
  const expected = info.request.headers.get(HEADER)
  named.push(expected)
  if (current === null) return HttpResponse.json({ error: 'x', code: 'NOT_SIGNED_IN' }, { status: 401 })
  if (expected !== null && expected !== current.id)
    return HttpResponse.json({ error: 'Another account.', code: 'OTHER_USER' }, { status: 409 })
  return HttpResponse.json(answer())
}
const settings = () => ({
  username: current?.name ?? '',
  priceDropAlerts: true,
  publicProfile: false,
  allowBuildSharing: true,
})
const noFactors = { app: false, enabled: false, passkeyDomain: null, passkeys: [], recoveryCodesLeft: 0 }

beforeEach(() => {
  current = sara
  named = []
  server.use(
    http.get('*/api/auth/me', () => HttpResponse.json({ user: current })),
    http.get('*/api/user/settings', ofUser(settings)),
    http.get(
      '*/api/user/sessions',
      ofUser(() => ({ sessions: [] })),
    ),
    http.get(
      '*/api/user/second-factor',
      ofUser(() => noFactors),
    ),
    http.get('*/api/products/list', () => HttpResponse.json(list())),
    http.get('*/api/favorites', () => HttpResponse.json({ favorites: [] })),
  )
})

/** Another tab changes the session, and tells this one. */
const announce = (value: string) =>
  act(() => void window.dispatchEvent(new StorageEvent('storage', { key: SESSION_KEY, newValue: value })))

test('each call of a signed-in page names its user', async () => {
  renderApp('/settings')
  expect(await screen.findByDisplayValue('Sara')).toBeInTheDocument()
  expect(new Set(named)).toEqual(new Set([sara.id]))
})

test('the file of the own data is of the user of the page', async () => {
  const files: Blob[] = []
  Object.assign(URL, { createObjectURL: (file: Blob) => `blob:${files.push(file)}`, revokeObjectURL: () => undefined })
  server.use(
    http.get(
      '*/api/user/export',
      ofUser(() => ({ user: { name: current?.name } })),
    ),
  )
  renderApp('/settings')
  await userEvent.click(await screen.findByRole('button', { name: 'Download my data' }))
  await waitFor(() => expect(files).toHaveLength(1))
  expect(JSON.parse(await readText(files[0]))).toEqual({ user: { name: 'Sara' } })
  // This tab has not heard of the other one yet.
  current = omar
  await userEvent.click(screen.getByRole('button', { name: 'Download my data' }))
  expect(await screen.findByDisplayValue('Omar')).toBeInTheDocument()
  expect(files).toHaveLength(1)
})

/** Reads a blob, for which jsdom has no method of its own. */
const readText = (file: Blob | undefined) =>
  new Promise<string>((resolve) => {
    const reader = new FileReader()
    reader.addEventListener('load', () => resolve(reader.result as string))
    if (file) reader.readAsText(file)
  })

test('the calls of a visitor name nobody', async () => {
  current = null
  const headers: (string | null)[] = []
  server.use(
    http.get('*/api/products/list', ({ request }) => {
      headers.push(request.headers.get(HEADER))
      return HttpResponse.json(list())
    }),
  )
  renderApp('/gpu')
  await waitFor(() => expect(headers).toEqual([null]))
})

test('signing out in another tab closes the private page of this one at once', async () => {
  const { router } = renderApp('/settings')
  expect(await screen.findByDisplayValue('Sara')).toBeInTheDocument()
  // Without a request: the server may not answer just now.
  server.use(http.get('*/api/auth/me', () => HttpResponse.error()))
  announce('out 1')
  await waitFor(() => expect(router.state.location.pathname).toBe('/login'))
  expect(screen.queryByDisplayValue('Sara')).toBeNull()
  expect(screen.getByRole('link', { name: 'Login' })).toBeInTheDocument()
})

test('a response from before the sign-out does not sign in again', async () => {
  const { router } = renderApp('/settings')
  expect(await screen.findByDisplayValue('Sara')).toBeInTheDocument()
  let release: (() => void) | undefined
  server.use(
    http.get('*/api/auth/me', async () => {
      await new Promise<void>((resolve) => {
        release = resolve
      })
      return HttpResponse.json({ user: sara })
    }),
  )
  announce('in 1')
  await waitFor(() => expect(release).toBeDefined())
  announce('out 2')
  await waitFor(() => expect(router.state.location.pathname).toBe('/login'))
  release?.()
  await new Promise((resolve) => setTimeout(resolve, 100))
  expect(router.state.location.pathname).toBe('/login')
  expect(screen.getByRole('link', { name: 'Login' })).toBeInTheDocument()
})

test('signing out here tells the other tabs', async () => {
  server.use(http.post('*/api/auth/logout', () => new HttpResponse(null, { status: 204 })))
  renderApp('/gpu')
  await userEvent.click(await screen.findByRole('button', { name: 'Account: Sara' }))
  await userEvent.click(screen.getByRole('button', { name: 'Sign Out' }))
  await waitFor(() => expect(localStorage.getItem(SESSION_KEY)).toMatch(/^out /))
})

test('signing out over the session of another user says once why that one stays signed in', async () => {
  server.use(
    http.post(
      '*/api/auth/logout',
      ofUser(() => ({})),
    ),
  )
  renderApp('/gpu')
  await userEvent.click(await screen.findByRole('button', { name: 'Account: Sara' }))
  // This tab has not heard of the other one yet, and hears no answer about it.
  current = omar
  server.use(http.get('*/api/auth/me', () => HttpResponse.error()))
  await userEvent.click(screen.getByRole('button', { name: 'Sign Out' }))
  expect(await screen.findByText(/another account now/)).toBeInTheDocument()
  expect(screen.queryByRole('alert')).toBeNull()
})

test('a sign-in of the same user in another tab keeps the form, and requests the data again', async () => {
  renderApp('/settings')
  await userEvent.type(await screen.findByDisplayValue('Sara'), ' the Great')
  server.use(http.get('*/api/user/notifications', () => HttpResponse.json({ notifications: [], unread: 3 })))
  announce('in 1')
  expect(await screen.findByRole('button', { name: 'Notifications: 3 unread notifications' })).toBeInTheDocument()
  expect(screen.getByDisplayValue('Sara the Great')).toBeInTheDocument()
})

test('a form of the user before is gone once another tab has signed in another user', async () => {
  renderApp('/settings')
  await userEvent.type(await screen.findByDisplayValue('Sara'), ' the Great')
  current = omar
  announce('in 1')
  expect(await screen.findByDisplayValue('Omar')).toBeInTheDocument()
  expect(screen.queryByDisplayValue(/the Great/)).toBeNull()
  expect(named.at(-1)).toBe(omar.id)
})

test('what the user before has opened in the header is closed for another user', async () => {
  renderApp('/gpu')
  const bell = /^Notifications: /
  await userEvent.click(await screen.findByRole('button', { name: bell }))
  expect(screen.getByRole('button', { name: bell })).toHaveAttribute('aria-expanded', 'true')
  current = omar
  announce('in 1')
  expect(await screen.findByRole('button', { name: 'Account: Omar' })).toBeInTheDocument()
  expect(screen.getByRole('button', { name: bell })).toHaveAttribute('aria-expanded', 'false')
})

test.each([
  ['en', 'Update username', 'This browser is logged in to another account now. Nothing was changed.'],
  ['ar', 'احفظ الاسم', 'هالمتصفح صار داخل بحساب ثاني. ما تغيّر شي.'],
] as const)('a form that the user before left open changes nothing, in %s', async (language, button, message) => {
  await switchLanguage(language)
  let renamed = 0
  server.use(
    http.put('*/api/user/settings', (info) =>
      ofUser(() => {
        renamed += 1
        return settings()
      })(info),
    ),
  )
  renderApp('/settings')
  await userEvent.type(await screen.findByDisplayValue('Sara'), ' the Great')
  // This tab has not heard of the other one yet.
  current = omar
  await userEvent.click(screen.getByRole('button', { name: button }))
  expect(await screen.findByText(message)).toBeInTheDocument()
  expect(await screen.findByDisplayValue('Omar')).toBeInTheDocument()
  expect(renamed).toBe(0)
})
