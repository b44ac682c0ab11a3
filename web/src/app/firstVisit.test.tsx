import { createMemoryHistory } from '@tanstack/react-router'
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { createQueryClient } from '~/api/queryClient'
import { useBuild } from '~/lib/buildStore'
import { list, product, retailers } from '~/testing/fixtures'
import { server } from '~/testing/server'
import { renderApp } from './renderApp'
import { createAppRouter, prepareFirstPage } from './router'

// Loaded before the tests, whose waits are for what a page shows and not for the transformation of its modules.
beforeAll(() => import('~/features/builder/page/BuilderPage'))

afterEach(() => useBuild.getState().clear())

const card = product()
const categoryEntry = (type: string, count: number) => ({
  type,
  label: type,
  labelAr: type,
  icon: 'cpu',
  required: true,
  route: null,
  letter: null,
  count,
})
const fallen = product({
  id: '00000000-0000-4000-8000-0000000000d1',
  name: 'A card that got cheaper',
  dropPercent: 12.4,
})

test('a visitor without a build sees the introduction, the price drops and the templates', async () => {
  server.use(
    http.get('*/api/products/list', ({ request }) =>
      HttpResponse.json(
        list({ products: new URL(request.url).searchParams.get('sort') === 'drop' ? [fallen, card] : [card] }),
      ),
    ),
  )
  renderApp('/')
  expect(await screen.findByRole('heading', { level: 1, name: 'Build your PC' })).toBeInTheDocument()
  expect(within(await screen.findByRole('region', { name: 'How it works' })).getAllByRole('listitem')).toHaveLength(3)
  const drops = within(await screen.findByRole('region', { name: 'Price drops today' }))
  expect((await drops.findAllByRole('listitem')).map((item) => item.textContent)).toEqual([
    expect.stringContaining('A card that got cheaper'),
  ])
  await userEvent.click(screen.getByRole('button', { name: 'Choose parts: Mid-Range Gaming' }))
  expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Mid-Range Gaming')
  expect(screen.queryByRole('region', { name: 'How it works' })).toBeNull()
})

test('a visitor sees how many parts and which shops there are, and when prices were checked', async () => {
  server.use(
    http.get('*/api/products/list', () => HttpResponse.json(list({ products: [card] }))),
    http.get('*/api/categories', () =>
      HttpResponse.json({ categories: [categoryEntry('CPU', 1100), categoryEntry('GPU', 27)] }),
    ),
    http.get('*/api/retailers', () =>
      HttpResponse.json({
        retailers: retailers.map((retailer, index) => ({
          ...retailer,
          crawledAt: new Date(Date.now() - (index + 1) * 12 * 60_000).toISOString(),
        })),
      }),
    ),
  )
  renderApp('/')
  const facts = await screen.findByText('Prices checked')
  const shown = [...(facts.closest('dl')?.children ?? [])].map((one) => one.textContent)
  expect(shown).toEqual(['Parts1,127', `Shops${retailers.length}`, expect.stringMatching(/^Prices checked12 min/)])
  const shops = within(screen.getByRole('list', { name: 'Shops' }))
  expect(shops.getAllByRole('listitem').map((shop) => shop.textContent)).toEqual(retailers.map(({ name }) => name))
})

test('a visitor sees one build with the pictures of its parts and its total', async () => {
  const parts = [card, product({ id: '00000000-0000-4000-8000-0000000000d2', category: 'CPU', name: 'A processor' })]
  server.use(
    http.get('*/api/products/list', () => HttpResponse.json(list({ products: [card] }))),
    http.post('*/api/budget-builds', () =>
      HttpResponse.json({
        builds: [{ parts: parts.map(({ id, category }) => ({ productId: id, category, quantity: 1 })), total: 489.75 }],
        products: parts.map(({ id, name, category }) => ({ id, name, category, picture: null })),
        retailers: [],
      }),
    ),
  )
  renderApp('/')
  const example = within(await screen.findByRole('region', { name: 'Example build' }))
  expect(example.getByText(/Today’s total/)).toHaveTextContent('489.750 KWD')
  expect(example.getAllByRole('listitem').map((item) => item.textContent)).toEqual(['CPU', 'Video Card'])
  expect(example.getByRole('link', { name: 'Look at this build' })).toHaveAttribute(
    'href',
    expect.stringContaining('/build-for?budget=500'),
  )
})

test('an empty slot says what its part is and what to mind', async () => {
  server.use(http.get('*/api/products/list', () => HttpResponse.json(list({ products: [card] }))))
  renderApp('/')
  expect(await screen.findByText('What everything plugs into. Must have your CPU’s socket.')).toBeInTheDocument()
})

test('popular parts replace the price drops when no price fell', async () => {
  server.use(http.get('*/api/products/list', () => HttpResponse.json(list({ products: [card] }))))
  renderApp('/')
  const popular = within(await screen.findByRole('region', { name: 'Popular parts' }))
  expect(await popular.findByRole('link', { name: new RegExp(card.name) })).toBeInTheDocument()
})

test('a template that cannot be filled says so and keeps the build', async () => {
  server.use(
    http.get('*/api/products/list', () =>
      HttpResponse.json({ error: 'The catalogue is being rebuilt.', code: 'BUSY' }, { status: 503 }),
    ),
  )
  renderApp('/')
  await userEvent.click(await screen.findByRole('button', { name: 'Use this build: Mid-Range Gaming' }))
  expect(await screen.findByText('The catalogue is being rebuilt.')).toBeInTheDocument()
  expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Build your PC')
})

test('a template that is refused under load says so in our own words', async () => {
  server.use(http.get('*/api/products/list', () => HttpResponse.json({ code: 'OVERLOADED' }, { status: 503 })))
  renderApp('/')
  await userEvent.click(await screen.findByRole('button', { name: 'Use this build: Mid-Range Gaming' }))
  expect(
    await screen.findByText('Too many people are using this right now. Please try again in a moment.'),
  ).toBeInTheDocument()
})

test('/builder redirects to the home page before the first render', async () => {
  const router = createAppRouter(createQueryClient(1), createMemoryHistory({ initialEntries: ['/builder'] }))
  await prepareFirstPage(router)
  expect(router.state.location.pathname).toBe('/')
  expect(router.state.status).toBe('idle')
})
