import { act, fireEvent, renderHook, screen, waitFor } from '@testing-library/react'
import { QueryClientProvider } from '@tanstack/react-query'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse, type DefaultBodyType } from 'msw'
import { createElement, type ReactNode } from 'react'
import { beforeEach, expect, test, vi } from 'vitest'
import { createQueryClient } from '~/api/queryClient'
import { forgetPresses } from '~/lib/presses'
import { useSubmit } from '~/lib/useSubmit'
import { detail, list, product, user } from '~/testing/fixtures'
import { server } from '~/testing/server'
import { renderApp } from './renderApp'

const settings = { username: 'Sara', priceDropAlerts: true, publicProfile: false, allowBuildSharing: true }

/** Answers one call, and returns the bodies of its requests. */
function record(method: 'post' | 'put' | 'delete', path: string, status: number, answer: DefaultBodyType) {
  const requests: unknown[] = []
  server.use(
    http[method](`*/api/${path}`, async ({ request }) => {
      requests.push(await request.json())
      return HttpResponse.json(answer, { status })
    }),
  )
  return requests
}

beforeEach(() => {
  forgetPresses()
  server.use(
    http.get('*/api/user/settings', () => HttpResponse.json(settings)),
    http.get('*/api/user/sessions', () => HttpResponse.json({ sessions: [] })),
    http.get('*/api/user/second-factor', () =>
      HttpResponse.json({ app: false, enabled: false, passkeyDomain: null, passkeys: [], recoveryCodesLeft: 0 }),
    ),
    http.get('*/api/favorites', () => HttpResponse.json({ favorites: [] })),
    http.get('*/api/products', () => HttpResponse.json(detail())),
    http.get('*/api/products/list', () => HttpResponse.json(list())),
    http.get('*/api/products/:id/price-history', () => new HttpResponse(null, { status: 404 })),
    http.get('*/api/products/:id/reviews/mine', () => HttpResponse.json({ review: null })),
  )
})

const signIn = () => server.use(http.get('*/api/auth/me', () => HttpResponse.json({ user: user() })))
const settle = () => new Promise((resolve) => setTimeout(resolve, 100))

/** Passes the bot check: the script of its provider arrives, and has a proof at once. */
async function passBotCheck() {
  const turnstile = { render: (_: unknown, { callback }: { callback: (proof: string) => void }) => callback('proof') }
  vi.stubGlobal('turnstile', { ...turnstile, remove: () => undefined })
  const script = await waitFor(() => {
    const found = document.querySelector('script[src*="turnstile"]')
    if (!found) throw new Error('not requested')
    return found
  })
  script.dispatchEvent(new Event('load'))
}

test('a double click on Sign up posts once', async () => {
  server.use(http.get('*/api/auth/bot-check', () => HttpResponse.json({ provider: 'turnstile', siteKey: 'key' })))
  const requests = record('post', 'auth/register', 202, { user: user() })
  renderApp('/signup')
  await passBotCheck()
  await userEvent.type(await screen.findByLabelText('Username'), 'Sara')
  await userEvent.type(screen.getByLabelText('Email'), 'sara@example.com')
  await userEvent.type(screen.getByLabelText('Password'), 'a fine pass')
  const submit = screen.getByRole('button', { name: 'Sign up' })
  await waitFor(() => expect(submit).toBeEnabled())
  await userEvent.dblClick(submit)
  expect(await screen.findByRole('heading', { name: 'Check Your Email' })).toBeInTheDocument()
  expect(requests).toHaveLength(1)
})

test('a double click on Submit review posts once', async () => {
  signIn()
  const requests = record('post', 'products/:id/reviews', 200, { review: null, stats: {} })
  renderApp(`/product/${product().id}`)
  await userEvent.click(await screen.findByRole('radio', { name: '4 stars' }))
  await userEvent.dblClick(screen.getByRole('button', { name: 'Submit review' }))
  await settle()
  expect(requests).toHaveLength(1)
})

test('a double click on a switch changes it once', async () => {
  signIn()
  const requests = record('put', 'user/settings', 200, { ...settings, priceDropAlerts: false })
  renderApp('/settings')
  const drops = await screen.findByRole('switch', { name: /prices drop/ })
  await userEvent.dblClick(drops)
  await settle()
  expect(requests).toEqual([{ priceDropAlerts: false }])
  expect(drops).not.toBeChecked()
})

test('two switches that are pressed one after the other both count', async () => {
  signIn()
  const requests = record('put', 'user/settings', 200, settings)
  renderApp('/settings')
  fireEvent.click(await screen.findByRole('switch', { name: 'Make my profile public' }))
  fireEvent.click(screen.getByRole('switch', { name: 'Allow build sharing' }))
  await waitFor(() => expect(requests).toHaveLength(2))
})

test('a double click on a heart keeps the favourite', async () => {
  signIn()
  const added = record('post', 'favorites', 200, {})
  const removed = record('delete', 'favorites', 200, {})
  renderApp('/gpu')
  await userEvent.dblClick(await screen.findByRole('button', { name: /^Favorite:/ }))
  await settle()
  expect([added.length, removed.length]).toEqual([1, 0])
})

function renderSubmit<Variables>(options: Parameters<typeof useSubmit<unknown, Variables>>[0]) {
  const client = createQueryClient(1)
  const wrapper = ({ children }: { children: ReactNode }) => createElement(QueryClientProvider, { client }, children)
  return renderHook(() => useSubmit(options), { wrapper }).result
}

test('a press counts again after the response, also after a failed one, and after a reset', async () => {
  const events = new EventTarget()
  const send = vi.fn(
    () => new Promise<void>((_, reject) => events.addEventListener('refuse', () => reject(new Error('refused')))),
  )
  const submit = renderSubmit<void>({ mutationFn: send })
  act(() => submit.current.mutate())
  act(() => submit.current.mutate())
  await waitFor(() => expect(send).toHaveBeenCalledTimes(1))
  act(() => void events.dispatchEvent(new Event('refuse')))
  await waitFor(() => expect(submit.current.isError).toBe(true))
  act(() => submit.current.mutate())
  await waitFor(() => expect(send).toHaveBeenCalledTimes(2))
  act(() => submit.current.reset())
  act(() => submit.current.mutate())
  await waitFor(() => expect(send).toHaveBeenCalledTimes(3))
})

test('presses about different things do not wait for each other', async () => {
  const send = vi.fn(() => new Promise<void>(() => undefined))
  const submit = renderSubmit<string>({ mutationFn: send, about: (id) => id })
  act(() => ['a', 'b', 'a'].forEach((id) => submit.current.mutate(id)))
  await waitFor(() => expect(send).toHaveBeenCalledTimes(2))
})
