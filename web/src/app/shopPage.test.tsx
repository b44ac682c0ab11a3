import { screen, within } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { expect, test } from 'vitest'
import { switchLanguage } from '~/i18n'
import { detail, offer, retailers } from '~/testing/fixtures'
import { server } from '~/testing/server'
import { renderApp } from './renderApp'

const [dhow, safat] = retailers
const categories = [
  { category: 'GPU', products: 34 },
  { category: 'OTHER', products: 1 },
]

const answers = (retailer: unknown) =>
  server.use(http.get('*/api/retailers/:slug', () => HttpResponse.json({ retailer, categories })))

test('the page of a shop says its terms and links what it sells, in both languages', async () => {
  answers({ ...dhow, crawledAt: new Date(Date.now() - 12 * 60_000).toISOString() })
  renderApp('/shop/dhow-digital')
  expect(await screen.findByRole('heading', { level: 1 })).toHaveTextContent('Dhow Digital')
  const parts = within(screen.getByRole('region', { name: 'What it sells' }))
  expect(parts.getByText('34 products')).toBeInTheDocument()
  const links = parts.getAllByRole('link').map((link) => link.getAttribute('href'))
  expect(links).toEqual([
    '/gpu?retailer=dhow-digital&inStock=false',
    '/products?category=OTHER&retailer=dhow-digital&inStock=false',
  ])
  const terms = screen.getByRole('region', { name: 'Delivery and payment' })
  expect(terms).toHaveTextContent('1.000 KWD for each order')
  expect(terms).toHaveTextContent('For orders from 50.000 KWD')
  expect(terms).toHaveTextContent('Tabby')
  expect(screen.getByText('We last read the whole shop 12 min ago.', { exact: false })).toBeInTheDocument()
  expect(screen.getByRole('link', { name: 'Visit Dhow Digital' })).toHaveAttribute('href', 'http://shop.test')
  await switchLanguage('ar')
  expect(await screen.findByRole('heading', { level: 1 })).toHaveTextContent('داو ديجيتال')
  expect(screen.getByRole('region', { name: 'التوصيل والدفع' })).toBeInTheDocument()
  await switchLanguage('en')
})

test('what a shop does not state is said so', async () => {
  server.use(
    http.get('*/api/retailers/:slug', () =>
      HttpResponse.json({
        retailer: { ...safat, tabby: false, shipping: { flat: null, freeOver: null }, crawledAt: null },
        categories: [],
      }),
    ),
  )
  renderApp('/shop/safat-tech')
  expect(await screen.findByText('The shop doesn’t state it')).toBeInTheDocument()
  expect(screen.getByText('None that we know of')).toBeInTheDocument()
  expect(screen.getByText('We haven’t read the whole shop yet.')).toBeInTheDocument()
  expect(screen.getByText('We list no parts of this shop at the moment.')).toBeInTheDocument()
})

test.each([
  [41, 'Its “was” was true in 38 of the 41 reductions of the last 90 days'],
  [4, 'Not enough reductions to judge: 4 of the 5 needed in the last 90 days'],
])('of %i judged reductions, the page says how often the price before was true', async (judged, said) => {
  const reductions = { truthful: judged - 3, judged, needed: 5, days: 90 }
  server.use(
    http.get('*/api/retailers/:slug', () => HttpResponse.json({ retailer: safat, categories: [], reductions })),
  )
  renderApp('/shop/safat-tech')
  expect(await screen.findByRole('region', { name: 'Are its discounts true?' })).toHaveTextContent(said)
})

test('an unknown shop has the page for an unknown address', async () => {
  server.use(http.get('*/api/retailers/:slug', () => HttpResponse.json({ error: 'x', code: 'X' }, { status: 404 })))
  renderApp('/shop/nobody')
  expect(await screen.findByText('There is no page at /shop/nobody.')).toBeInTheDocument()
})

test('offers and the data sources lead to the pages of their shops', async () => {
  const one = detail({ retailers: [offer({ retailerSlug: 'dhow-digital' })] })
  server.use(
    http.get('*/api/products', () => HttpResponse.json(one)),
    http.get('*/api/sources', () => HttpResponse.json({ sources: [] })),
    http.get('*/api/products/:id/price-history', () => new HttpResponse(null, { status: 404 })),
    http.get('*/api/products/list', () => HttpResponse.json({ products: [], total: 0 })),
  )
  const { router } = renderApp(`/product/${one.product.id}`)
  const offers = await screen.findByRole('region', { name: /^Price at/ })
  expect(within(offers).getByRole('link', { name: 'Dhow Digital' })).toHaveAttribute('href', '/shop/dhow-digital')
  await router.navigate({ to: '/data-sources' })
  const shops = await screen.findByRole('region', { name: 'Shops' })
  expect(
    within(shops)
      .getAllByRole('link')
      .map((link) => link.getAttribute('href')),
  ).toContain('/shop/safat-tech')
})
