import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { beforeEach, expect, test, vi } from 'vitest'
import { switchLanguage } from '~/i18n'
import { useBuild } from '~/lib/buildStore'
import { useConnection } from '~/api/connection'
import { list, product, user } from '~/testing/fixtures'
import { server } from '~/testing/server'
import { ErrorScreen } from './ErrorScreen'
import { renderApp } from './renderApp'

const signedIn = () => server.use(http.get('*/api/auth/me', () => HttpResponse.json({ user: user() })))

beforeEach(() => {
  useConnection.setState({ lost: false })
  useBuild.getState().forgetAll()
  server.use(
    http.get('*/api/builds', () => HttpResponse.json({ builds: [], total: 0, page: 1, limit: 20 })),
    http.get('*/api/user/settings', () =>
      HttpResponse.json({ username: 'Sara', priceDropAlerts: true, publicProfile: false, allowBuildSharing: true }),
    ),
    http.get('*/api/favorites', () => HttpResponse.json({ favorites: [] })),
    http.get('*/api/products/list', () => HttpResponse.json(list())),
  )
})

test.each([
  [
    'the server’s sentence',
    HttpResponse.json({ error: 'Builds are being moved.' }, { status: 403 }),
    'Builds are being moved.',
  ],
  [
    'its message',
    HttpResponse.json({ message: 'Builds are being counted.' }, { status: 403 }),
    'Builds are being counted.',
  ],
  [
    'the specified fallback, never a status text',
    new HttpResponse('<html>', { status: 403, statusText: 'Forbidden' }),
    'Failed to load builds',
  ],
  [
    'the fallback where a good answer is no JSON',
    new HttpResponse('<html>', { status: 200, headers: { 'content-type': 'application/json' } }),
    'Failed to load builds',
  ],
])('a failure says %s', async (_, answer, words) => {
  signedIn()
  server.use(http.get('*/api/builds', () => answer.clone()))
  renderApp('/my-builds')
  expect(await screen.findByText(words)).toBeInTheDocument()
})

test('on an Arabic page the fallback is Arabic', async () => {
  await switchLanguage('ar')
  signedIn()
  server.use(http.get('*/api/builds', () => HttpResponse.json({ error: 'Builds are being moved.' }, { status: 403 })))
  renderApp('/my-builds')
  expect(await screen.findByText('ما قدرنا نحمّل تجميعاتك')).toBeInTheDocument()
})

test('users never see the text of an exception', async () => {
  const rootRoute = createRootRoute({
    component: () => <ErrorScreen error={new TypeError('x is undefined')} reset={() => undefined} />,
  })
  render(<RouterProvider router={createRouter({ routeTree: rootRoute, history: createMemoryHistory() }) as never} />)
  expect(await screen.findByText('An unexpected error occurred')).toBeInTheDocument()
  expect(screen.getByRole('heading', { level: 1, name: 'Something went wrong' })).toBeInTheDocument()
  expect(screen.getByRole('button', { name: 'Reload Page' })).toBeEnabled()
  expect(screen.queryByText(/undefined/)).toBeNull()
})

test('a lost connection is reported, and the page recovers by itself', async () => {
  let there = false
  signedIn()
  server.use(
    http.head('*/robots.txt', () => (there ? new HttpResponse(null) : HttpResponse.error())),
    http.get('*/api/builds', () =>
      there ? HttpResponse.json({ builds: [], total: 0, page: 1, limit: 20 }) : HttpResponse.error(),
    ),
  )
  renderApp('/my-builds')
  expect(await screen.findByText(/No connection/)).toBeInTheDocument()
  expect(await screen.findByText('We can’t reach the server. Check your connection.')).toBeInTheDocument()
  there = true
  window.dispatchEvent(new Event('online'))
  expect(await screen.findByRole('link', { name: 'Start Building' })).toBeInTheDocument()
  expect(screen.queryByText(/No connection/)).toBeNull()
})

test('an ended session opens the login, which returns to the page, and the header drops the name', async () => {
  signedIn()
  server.use(
    http.post('*/api/favorites', () =>
      HttpResponse.json({ error: 'Sign in first.', code: 'NOT_SIGNED_IN' }, { status: 401 }),
    ),
  )
  const { router } = renderApp('/gpu')
  await userEvent.click(await screen.findByRole('button', { name: /^Favorite:/ }))
  await waitFor(() => expect(router.state.location.pathname).toBe('/login'))
  expect(router.state.location.search).toEqual({ next: '/gpu' })
  expect(screen.getByText('Your session ended. Please log in again.')).toBeInTheDocument()
  expect(screen.queryByText('Sara')).toBeNull()
})

test('a page of the account opens the login when the session has ended, and shows no error', async () => {
  signedIn()
  server.use(
    http.get('*/api/builds', () =>
      HttpResponse.json({ error: 'Sign in first.', code: 'NOT_SIGNED_IN' }, { status: 401 }),
    ),
  )
  const { router } = renderApp('/my-builds')
  await waitFor(() => expect(router.state.location.pathname).toBe('/login'))
  expect(router.state.location.search).toEqual({ next: '/my-builds' })
})

test('the login is not offered while the session is loading', async () => {
  const events = new EventTarget()
  const answered = new Promise((resolve) => {
    events.addEventListener('answer', resolve)
  })
  server.use(
    http.get('*/api/auth/me', async () => {
      await answered
      return HttpResponse.json({ user: null })
    }),
  )
  renderApp('/gpu')
  await screen.findAllByRole('button', { name: 'Add to Build' })
  expect(screen.queryByRole('link', { name: 'Login' })).toBeNull()
  events.dispatchEvent(new Event('answer'))
  expect(await screen.findByRole('link', { name: 'Login' })).toBeInTheDocument()
})

test.each([
  ['USER', []],
  ['ADMIN', ['/admin']],
] as const)('the account menu of a %s has the own lists, the settings and the sign-out', async (role, panel) => {
  server.use(http.get('*/api/auth/me', () => HttpResponse.json({ user: user({ name: 'Dana', role }) })))
  renderApp('/gpu')
  await userEvent.click(await screen.findByRole('button', { name: 'Account: Dana' }))
  const menu = within(screen.getByRole('navigation', { name: 'Account' }))
  expect(menu.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual([
    '/favorites',
    '/my-builds',
    '/settings',
    ...panel,
  ])
  expect(menu.getByRole('button', { name: 'Sign Out' })).toBeEnabled()
  const header = within(screen.getByRole('banner'))
  for (const path of ['/favorites', '/my-builds'])
    expect(header.getAllByRole('link').filter((link) => link.getAttribute('href') === path)).toHaveLength(2)
  expect(header.queryByRole('link', { name: 'Login' })).toBeNull()
})

test('signing out says that it clears this browser, and does', async () => {
  signedIn()
  server.use(
    http.post('*/api/auth/logout', () => {
      server.use(http.get('*/api/auth/me', () => HttpResponse.json({ user: null })))
      return new HttpResponse(null, { status: 204 })
    }),
    http.post('*/api/builds', () => HttpResponse.json({}, { status: 503 })),
    // The home page, where signing out leads, checks the parts until they are forgotten.
    http.get('*/api/products', () => HttpResponse.json({ products: [product()], mergedInto: {} })),
    http.post('*/api/compatibility', () => HttpResponse.json({}, { status: 503 })),
    http.post('*/api/basket', () => HttpResponse.json({}, { status: 503 })),
  )
  useBuild.getState().choose(product())
  renderApp('/gpu')
  await userEvent.click(await screen.findByRole('button', { name: /^Account/ }))
  const out = screen.getByRole('button', { name: 'Sign Out' })
  expect(out).toHaveAccessibleDescription(/removes your builds/)
  const confirm = vi.spyOn(window, 'confirm').mockReturnValueOnce(false).mockReturnValueOnce(true)
  await userEvent.click(out)
  expect(useBuild.getState().currentBuild.components.GPU).toHaveLength(1)
  await userEvent.click(out)
  await waitFor(() => expect(useBuild.getState().currentBuild.components).toEqual({}))
  expect(confirm).toHaveBeenCalledTimes(2)
})
