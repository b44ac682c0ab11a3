import { screen, within } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { beforeEach, expect, test } from 'vitest'
import { useBuild } from '~/lib/buildStore'
import { detail, list, offer, product } from '~/testing/fixtures'
import { server } from '~/testing/server'
import { renderApp } from './renderApp'

const path = '/product/00000000-0000-4000-8000-000000000001'
const withDetail = (change: Parameters<typeof detail>[0]) =>
  server.use(http.get('*/api/products', () => HttpResponse.json(detail(change))))

beforeEach(() => {
  server.use(
    http.get('*/api/products/:id/price-history', () =>
      HttpResponse.json({ error: 'none', code: 'NOT_FOUND' }, { status: 404 }),
    ),
    http.get('*/api/products/list', () => HttpResponse.json(list({ products: [] }))),
  )
})

test('every retailer is a row, cheapest first, unavailable offers last', async () => {
  withDetail({
    retailers: [
      offer({ id: 'gone', retailerSlug: 'dhow-digital', price: 1, inStock: false, stock: 'out' }),
      offer({ id: 'dear', price: 300, listPrice: 310, shipping: null }),
      offer({ id: 'best', price: 279.9, stockLeft: 2 }),
    ],
  })
  renderApp(path)
  const rows = within(await screen.findByRole('region', { name: /Prices at/ }))
    .getAllByRole('row')
    .slice(1)
  expect(rows[0]).toHaveTextContent('279.900 KWD280.900 deliveredCheapest now')
  expect(rows[0]).toHaveTextContent('2 left')
  expect(rows[1]).toHaveTextContent('310.000')
  expect(rows[1]).toHaveTextContent('−10.000')
  expect(rows[1]).toHaveTextContent('+20.100')
  expect(rows[2]).toHaveTextContent('last price')
  expect(within(rows[0] as HTMLElement).getByRole('link', { name: /Buy at/ })).toHaveAttribute(
    'rel',
    'noopener nofollow sponsored',
  )
})

test('a product without offers keeps its page and says so', async () => {
  withDetail({
    product: product({ price: null, inStock: false, retailer: null, retailerSlug: null, retailerCount: 0 }),
    retailers: [],
  })
  renderApp(path)
  expect((await screen.findAllByText('Not sold now')).length).toBeGreaterThan(0)
})

test('an unknown product is not found', async () => {
  server.use(
    http.get('*/api/products', () =>
      HttpResponse.json({ error: 'Product not found.', code: 'NOT_FOUND' }, { status: 404 }),
    ),
  )
  renderApp('/product/nonsense')
  expect(await screen.findByRole('heading', { name: 'Product not found.' })).toBeInTheDocument()
})

test('facts have names and units, and an empty list says so', async () => {
  withDetail({})
  renderApp(path)
  const table = await screen.findByRole('region', { name: 'Specifications' })
  expect(within(table).getByRole('row', { name: /Length 304 mm/ })).toBeInTheDocument()
})

test('a product without facts says so', async () => {
  withDetail({ product: product({ specs: {} }) })
  renderApp(path)
  expect(await screen.findByText('No specifications for this product yet.')).toBeInTheDocument()
})

test('the main button buys at the lowest delivered price, and the four payments name their retailer', async () => {
  withDetail({
    product: product({ price: 100, retailer: 'Safat Tech', retailerSlug: 'safat-tech' }),
    retailers: [
      offer({ id: 'low', price: 100, shipping: 5 }),
      offer({
        id: 'near',
        retailerSlug: 'dhow-digital',
        retailer: 'Dhow Digital',
        price: 102,
        shipping: 1,
        tabby: true,
      }),
      offer({ id: 'out', retailerSlug: 'dhow-digital', price: 50, inStock: false, stock: 'out', tabby: true }),
    ],
  })
  renderApp(path)
  const price = (await screen.findByText('Cheapest now, delivery counted')).parentElement as HTMLElement
  expect(price).toHaveTextContent('102.000')
  expect(price).toHaveTextContent('103.000 delivered')
  expect(price).toHaveTextContent('or 4 × 25.500 with Tabby at Dhow Digital')
})

test('four payments are not offered when no retailer with Tabby has the product', async () => {
  withDetail({
    retailers: [offer({ tabby: false }), offer({ id: 'out', tabby: true, inStock: false, stock: 'out', price: 279.9 })],
  })
  renderApp(path)
  await screen.findByText('Cheapest now, delivery counted')
  expect(screen.queryByText(/with Tabby at/)).toBeNull()
})

test('the build goes from its total of today, whatever its parts cost when they were chosen and without what left the catalogue', async () => {
  const other = product({ id: '00000000-0000-4000-8000-0000000000c1', name: 'MSI RTX 5070', price: 200 })
  useBuild.getState().choose(other)
  useBuild
    .getState()
    .choose(product({ id: '00000000-0000-4000-8000-0000000000c2', category: 'CASE', name: 'An old case', price: 50 }))
  server.use(
    http.get('*/api/products', ({ request }) =>
      HttpResponse.json(
        new URL(request.url).searchParams.has('ids')
          ? { products: [{ ...other, price: 250 }], mergedInto: {} }
          : detail({ product: product({ price: 279.9 }) }),
      ),
    ),
  )
  renderApp(path)
  expect(await screen.findByText(/^Your build goes from 250\.000 to 279\.900 KWD\.$/)).toBeInTheDocument()
  useBuild.getState().clear()
})
