import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { expect, test } from 'vitest'
import { useBuild } from '~/lib/buildStore'
import { detail, offer, product, user } from '~/testing/fixtures'
import { savedBuild, savedPart } from '~/testing/savedBuilds'
import { server } from '~/testing/server'
import { renderApp } from './renderApp'

const cpu = product({ id: '00000000-0000-4000-8000-000000000001', category: 'CPU', price: 145 })
const ownBuild = savedBuild({ components: { CPU: savedPart(cpu) }, isPublic: true, viewCount: 2 })

test('Share of a public build says so while sharing is off', async () => {
  server.use(
    http.get('*/api/auth/me', () => HttpResponse.json({ user: user() })),
    http.get('*/api/builds', () => HttpResponse.json({ builds: [ownBuild], total: 1, page: 1, limit: 20 })),
    http.get('*/api/user/settings', () =>
      HttpResponse.json({ username: 'Sara', priceDropAlerts: true, publicProfile: false, allowBuildSharing: false }),
    ),
  )
  renderApp('/my-builds')
  const card = within((await screen.findByRole('heading', { name: 'Mine' })).closest('li') as HTMLElement)
  expect(await screen.findByText(/^Build sharing is off in your settings/)).toBeInTheDocument()
  await userEvent.click(card.getByRole('button', { name: 'Share: Mine' }))
  expect(card.getByRole('alert')).toHaveTextContent('Build sharing is off in your settings')
  expect(screen.queryByText('Link copied to clipboard!')).not.toBeInTheDocument()
})

test('a parts list shows the name of the build that its link names', async () => {
  server.use(
    http.get('*/api/products', () => HttpResponse.json({ error: 'x', code: 'PRODUCT_NOT_FOUND' }, { status: 404 })),
  )
  renderApp(`/parts-list?part=${cpu.id}&name=Quiet+fox`)
  expect(await screen.findByText('Quiet fox')).toBeInTheDocument()
})

const memory = product({
  id: '00000000-0000-4000-8000-000000000002',
  name: 'Flare X5',
  category: 'RAM',
  componentType: 'RAM',
  price: 44.9,
})

/** Answers each product with its only offer, and the builder's other requests. */
function serveParts() {
  const byId = new Map([cpu, memory].map((one) => [one.id, one]))
  server.use(
    http.get('*/api/products', ({ request }) => {
      const { searchParams } = new URL(request.url)
      const one = byId.get(searchParams.get('id') ?? '')
      if (!one) return HttpResponse.json({ products: [cpu, memory], mergedInto: {} })
      return HttpResponse.json(detail({ product: one, retailers: [offer({ price: one.price ?? 0 })] }))
    }),
    http.get('*/api/products/list', () =>
      HttpResponse.json({ products: [], total: 0, page: 1, limit: 20, facets: {}, hidden: 0 }),
    ),
    http.post('*/api/basket', () => HttpResponse.json({ error: 'x', code: 'X' }, { status: 503 })),
  )
}

/** Returns the message of the link to WhatsApp, without direction marks. */
function messageOf(link: HTMLElement): string {
  const text = new URL(link.getAttribute('href') ?? '').searchParams.get('text') ?? ''
  return text.replaceAll(/[\u2066-\u2069]/g, '')
}

test('without an account, Save opens the login and Share gives a link that names the parts', async () => {
  server.use(
    http.post('*/api/guest-builds', () => HttpResponse.json({ error: 'x', code: 'X' }, { status: 503 })),
    http.get('*/api/auth/me', () => HttpResponse.json({ user: null })),
    http.get('*/api/products', () => HttpResponse.json({ products: [cpu], mergedInto: {} })),
    http.get('*/api/products/list', () =>
      HttpResponse.json({ products: [], total: 0, page: 1, limit: 20, facets: {}, hidden: 0 }),
    ),
    http.post('*/api/basket', () => HttpResponse.json({ error: 'x', code: 'X' }, { status: 503 })),
  )
  const twin = product({ id: '00000000-0000-4000-8000-000000000002', category: 'RAM', componentType: 'RAM' })
  useBuild.getState().choose(cpu)
  useBuild.getState().choose(twin)
  useBuild.getState().setQuantity('RAM', twin.id, 2)
  useBuild.getState().rename('Quiet fox')
  renderApp('/')
  // Once the session is known to be absent.
  await waitFor(() =>
    expect(screen.getByRole('link', { name: 'Save Build' })).toHaveAttribute('href', '/login?next=%2F'),
  )
  await userEvent.click(screen.getByRole('button', { name: 'Share' }))
  const dialog = within(await screen.findByRole('dialog', {}, { timeout: 5000 }))
  const link = `${window.location.origin}/parts-list?part=${cpu.id}&part=${twin.id}&part=${twin.id}&name=Quiet+fox`
  expect(dialog.getByLabelText('Link')).toHaveValue(link)
  expect(dialog.getByRole('link', { name: 'WhatsApp' })).toHaveAttribute(
    'href',
    expect.stringContaining(encodeURIComponent(link)),
  )
  expect(await dialog.findByText(/^We couldn’t make a short link now/)).toBeInTheDocument()
  expect(dialog.getByRole('button', { name: 'Copy as BBCode' })).toBeInTheDocument()
  expect(dialog.getByRole('link', { name: 'Login' })).toHaveAttribute('href', '/login?next=%2F')
})

test('a guest shares the list itself with a short link', async () => {
  serveParts()
  const sent: unknown[] = []
  server.use(
    http.post('*/api/guest-builds', async ({ request }) => {
      sent.push(await request.json())
      return HttpResponse.json({ code: '7kq3mtz', shareUrl: 'https://x.example/b/7kq3mtz' })
    }),
  )
  useBuild.getState().choose(memory)
  useBuild.getState().setQuantity('RAM', memory.id, 2)
  useBuild.getState().choose(cpu)
  useBuild.getState().rename('Quiet fox')
  renderApp('/')
  await waitFor(() =>
    expect(screen.getByRole('link', { name: 'Save Build' })).toHaveAttribute('href', '/login?next=%2F'),
  )
  await userEvent.click(screen.getByRole('button', { name: 'Share' }))
  const dialog = within(await screen.findByRole('dialog', {}, { timeout: 5000 }))
  const short = `${window.location.origin}/b/7kq3mtz`
  await waitFor(() => expect(dialog.getByLabelText('Link')).toHaveValue(short))
  expect(sent[0]).toMatchObject({ name: 'Quiet fox', turnstileToken: '' })
  expect(messageOf(dialog.getByRole('link', { name: 'WhatsApp' })).split('\n')).toEqual([
    'Quiet fox',
    `CPU: ${cpu.name}, 145.000 KWD at Safat Tech`,
    'Memory: 2 × Flare X5, 89.800 KWD at Safat Tech',
    'Total: 234.800 KWD',
    short,
  ])
})

test('a short link opens the list in the order of the builder’s rows, and fills the builder', async () => {
  serveParts()
  useBuild.getState().clear()
  server.use(
    http.get('*/api/guest-builds/7kq3mtz', () =>
      HttpResponse.json({
        code: '7kq3mtz',
        name: 'Falcon',
        parts: [
          { slot: 'RAM', productId: memory.id, quantity: 2 },
          { slot: 'CPU', productId: cpu.id, quantity: 1 },
        ],
        gone: 1,
        total: 234.8,
      }),
    ),
  )
  renderApp('/b/7kq3mtz')
  const table = await screen.findByRole('table', {}, { timeout: 5000 })
  const rows = within(table).getAllByRole('row')
  expect(rows.slice(1, 3).map((row) => within(row).getByRole('rowheader').textContent)).toEqual([
    expect.stringContaining(cpu.name),
    expect.stringContaining('Flare X5'),
  ])
  expect(screen.getByText('1 part of this list is no longer in the catalogue.')).toBeInTheDocument()
  expect(messageOf(screen.getByRole('link', { name: 'WhatsApp' }))).toContain('/b/7kq3mtz')
  await userEvent.click(screen.getByRole('button', { name: 'Use This Build' }))
  await waitFor(() => expect(useBuild.getState().currentBuild.name).toBe('Falcon'))
  expect(useBuild.getState().currentBuild.components.RAM?.[0]?.quantity).toBe(2)
})

test('a short link that nobody knows says so', async () => {
  server.use(
    http.get('*/api/guest-builds/:code', () =>
      HttpResponse.json({ error: 'x', code: 'BUILD_NOT_FOUND' }, { status: 404 }),
    ),
  )
  renderApp('/b/2222222')
  expect(await screen.findByRole('heading', { name: 'Build not found' })).toBeInTheDocument()
})
