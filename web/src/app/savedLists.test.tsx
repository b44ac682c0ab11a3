import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { beforeEach, expect, test } from 'vitest'
import { product, user } from '~/testing/fixtures'
import { savedBuild, savedPart } from '~/testing/savedBuilds'
import { server } from '~/testing/server'
import { renderApp } from './renderApp'

// What the cards of a user's builds and favourites say.

// The pages are loaded lazily, which is slow on a busy machine.
const patient = { timeout: 20_000 }
const cpu = product({ id: '00000000-0000-4000-8000-000000000001', name: 'A processor', category: 'CPU', price: 145 })

beforeEach(() => {
  server.use(
    http.get('*/api/auth/me', () => HttpResponse.json({ user: user() })),
    http.get('*/api/user/settings', () =>
      HttpResponse.json({ username: 'Sara', priceDropAlerts: true, publicProfile: false, allowBuildSharing: true }),
    ),
  )
})

test('the card of a public build has its texts, prices, views and day, and copies its link', async () => {
  const pointer = userEvent.setup()
  const build = savedBuild({
    components: { CPU: savedPart(cpu) },
    description: 'For work',
    isPublic: true,
    viewCount: 2,
  })
  server.use(http.get('*/api/builds', () => HttpResponse.json({ builds: [build], total: 1, page: 1, limit: 20 })))
  renderApp('/my-builds')
  const heading = await screen.findByRole('heading', { name: 'Mine' }, patient)
  const card = within(heading.closest('li') as HTMLElement)
  for (const words of ['Public', 'For work', '2 views · Updated 21 November 2026'])
    expect(card.getByText(words)).toBeInTheDocument()
  expect(card.getByText('Saved on 20 November 2026').parentElement).toHaveTextContent('140.000 KWD')
  expect(card.getByText('Total today').parentElement).toHaveTextContent('145.000 KWD')
  expect(card.getByRole('link', { name: 'View: Mine' })).toHaveAttribute('href', `/build/${build.shareToken}`)
  await pointer.click(card.getByRole('button', { name: 'Share: Mine' }))
  expect(await screen.findByText('Link copied to clipboard!')).toBeInTheDocument()
  expect(await navigator.clipboard.readText()).toContain(`/build/${build.shareToken}`)
})

test('favourites are counted, and each card opens its product', async () => {
  const other = product({ id: '00000000-0000-4000-8000-000000000002', name: 'A card' })
  server.use(
    http.get('*/api/favorites', () =>
      HttpResponse.json({
        favorites: [cpu, other].map((one) => ({ id: one.id, createdAt: '2026-11-20T10:00:00Z', product: one })),
      }),
    ),
  )
  renderApp('/favorites')
  expect(await screen.findByText('2 products', {}, patient)).toBeInTheDocument()
  expect(screen.getAllByRole('article')).toHaveLength(2)
  for (const { id, name } of [cpu, other])
    expect(screen.getByRole('link', { name })).toHaveAttribute('href', `/product/${id}`)
})
