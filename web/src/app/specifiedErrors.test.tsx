import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { beforeEach, expect, test, vi } from 'vitest'
import { detail, list, product, user } from '~/testing/fixtures'
import { savedBuild } from '~/testing/savedBuilds'
import { server } from '~/testing/server'
import { renderApp } from './renderApp'

// The sentences of the specification for calls that fail without a reason of their own.

const patient = { timeout: 20_000 }
const password = 'a fine pass for tests'
const refused = () => new HttpResponse('<html>', { status: 400 })
const settings = { username: 'Sara', priceDropAlerts: true, publicProfile: false, allowBuildSharing: true }
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }, patient))
const fill = async (label: string, text: string) => userEvent.type(await screen.findByLabelText(label), text)

const signedIn = () =>
  server.use(
    http.get('*/api/auth/me', () => HttpResponse.json({ user: user() })),
    http.get('*/api/user/settings', () => HttpResponse.json(settings)),
    http.get('*/api/user/sessions', () => HttpResponse.json({ sessions: [] })),
  )

beforeEach(() => {
  vi.spyOn(window, 'confirm').mockReturnValue(true)
})

const pressInMain = async (name: string) =>
  userEvent.click(await within(screen.getByRole('main')).findByRole('button', { name }))

const visitors: [words: string, path: string, act: () => Promise<void>][] = [
  [
    'Failed to login',
    '/login',
    async () => {
      await fill('Email', 'sara@example.com')
      await fill('Password', password)
      await pressInMain('Login')
    },
  ],
  [
    'Failed to send reset email',
    '/forgot-password',
    async () => {
      await fill('Email', 'sara@example.com')
      await press('Send reset link')
    },
  ],
  [
    'Failed to reset password',
    '/reset-password?token=x',
    async () => {
      await fill('New password', password)
      await fill('Confirm password', password)
      await press('Reset password')
    },
  ],
  ['Verification failed', '/verify-email?token=x', () => Promise.resolve()],
]

test.each(visitors)('a visitor reads: %s', async (words, path, act) => {
  server.use(http.post('*/api/auth/:call', refused))
  renderApp(path)
  await act()
  expect(await screen.findByText(words)).toBeInTheDocument()
})

const ofUsers: [words: string, path: string, act: () => Promise<void>][] = [
  ['Failed to update username', '/settings', () => press('Update username')],
  [
    'Failed to update settings',
    '/settings',
    async () => userEvent.click(await screen.findByLabelText('Make my profile public')),
  ],
  [
    'Failed to update password',
    '/settings',
    async () => {
      const heading = await screen.findByRole('heading', { name: 'Change password' })
      const panel = within(heading.closest('section') as HTMLElement)
      await userEvent.type(panel.getByLabelText('Current password'), password)
      await userEvent.type(panel.getByLabelText('New password'), 'another fine pass')
      await userEvent.type(panel.getByLabelText('Confirm password'), 'another fine pass')
      await userEvent.click(panel.getByRole('button', { name: 'Change password' }))
    },
  ],
  ['Failed to delete build', '/my-builds', () => press('Delete: Mine')],
  [
    'Failed to share build',
    '/my-builds',
    async () => userEvent.click(await screen.findByLabelText('Anyone with the link can see it')),
  ],
  [
    'Failed to submit review',
    `/product/${product().id}`,
    async () => {
      await userEvent.click(await screen.findByRole('radio', { name: '5 stars' }))
      await press('Submit review')
    },
  ],
]

test.each(ofUsers)('a user reads: %s', async (words, path, act) => {
  signedIn()
  server.use(
    http.get('*/api/builds', () => HttpResponse.json({ builds: [savedBuild({})], total: 1, page: 1, limit: 20 })),
    http.get('*/api/products', () => HttpResponse.json(detail())),
    http.get('*/api/products/list', () => HttpResponse.json(list())),
    http.get('*/api/products/:id/price-history', () => new HttpResponse(null, { status: 404 })),
    http.get('*/api/products/:id/reviews/mine', () => HttpResponse.json({ review: null })),
    http.post('*/api/user/password', refused),
    http.put('*/api/user/settings', refused),
    http.post('*/api/products/:id/reviews', refused),
    http.put('*/api/builds/:id', refused),
    http.delete('*/api/builds/:id', refused),
  )
  renderApp(path)
  await act()
  expect(await screen.findByText(words)).toBeInTheDocument()
})

test('a favourite that is kept and one that is removed are told', async () => {
  signedIn()
  let favorites: object[] = []
  server.use(
    http.get('*/api/products/list', () => HttpResponse.json(list({ products: [product()], total: 1 }))),
    http.get('*/api/favorites', () => HttpResponse.json({ favorites })),
    http.post('*/api/favorites', () => {
      favorites = [{ id: 'f1', createdAt: '2026-11-20T10:00:00Z', product: product() }]
      return HttpResponse.json({ success: true })
    }),
    http.delete('*/api/favorites', () => {
      favorites = []
      return HttpResponse.json({ success: true })
    }),
  )
  renderApp('/gpu')
  await userEvent.click(await screen.findByRole('button', { name: /^Favorite: / }))
  expect(await screen.findByText('Added to favorites')).toBeInTheDocument()
  await userEvent.click(screen.getByRole('button', { name: /^Favorite: / }))
  expect(await screen.findByText('Removed from favorites')).toBeInTheDocument()
})

test('a price history that cannot be loaded says so', async () => {
  server.use(
    http.get('*/api/products', () => HttpResponse.json(detail())),
    http.get('*/api/products/list', () => HttpResponse.json(list())),
    http.get('*/api/products/:id/price-history', refused),
  )
  renderApp(`/product/${product().id}`)
  expect(await screen.findByText('Failed to load price history')).toBeInTheDocument()
})
