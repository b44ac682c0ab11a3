import { screen, waitFor } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { beforeEach, expect, test, vi } from 'vitest'
import { useBuild } from '~/lib/buildStore'
import { detail, list, product, user } from '~/testing/fixtures'
import { server } from '~/testing/server'
import { renderApp } from './renderApp'

const id = '00000000-0000-4000-8000-000000000001'
const pages = [
  '/',
  '/products',
  '/gpu',
  '/gpu/rtx-5070',
  '/search?q=rtx',
  '/share?url=https://shop.example/p',
  '/scan?gtin=5901234123457',
  `/product/${id}`,
  `/compare?ids=${id},00000000-0000-4000-8000-000000000002`,
  `/parts-list?part=${id}`,
  '/build-for?budget=500',
  '/upgrade?budget=100',
  '/data-sources',
  '/for-shops',
  '/about',
  '/how-prices-are-read',
  '/privacy',
  '/terms',
  '/contact',
  '/shop/dhow-digital',
  '/build/abcdefghijklmnopqrstuv',
  '/signup',
  '/favorites',
  '/my-builds',
  `/my-builds/compare?ids=${id},00000000-0000-4000-8000-000000000002`,
  '/settings',
  '/admin?tab=analytics',
  '/admin?tab=prices',
  '/admin?tab=matches',
  '/admin?tab=manufacturers',
  '/admin?tab=products',
  '/admin?tab=audit',
  '/admin?tab=operations',
  '/admin?tab=operations&view=quarantine',
  '/admin?tab=operations&view=waiting',
  '/admin?tab=operations&view=rejected',
  '/admin?tab=operations&view=jobs',
  '/admin?tab=operations&view=clickOuts',
  '/admin?tab=users',
]
const incomplete = 'Product data is incomplete.'
const listingFailed = 'Error loading products. Please try again.'

const signedIn = http.get('*/api/auth/me', () => HttpResponse.json({ user: user({ role: 'ADMIN' }) }))

beforeEach(() => {
  // React reports each error that a boundary catches.
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  useBuild.getState().choose(product())
})

test.each([
  ...pages.map((page) => [page, '{}']),
  ...['null', '[]', '"text"'].flatMap((answer) => [
    ['/', answer],
    ['/settings', answer],
  ]),
])('%s survives answers that are %s', async (page, answer) => {
  let asked = 0
  server.use(
    signedIn,
    http.all('*/api/*', () => {
      asked += 1
      return new HttpResponse(answer, { headers: { 'content-type': 'application/json' } })
    }),
  )
  renderApp(page)
  let before = -1
  // Until the page asks for no more: the retries are over then, too.
  await waitFor(
    () => {
      const isOver = asked > 0 && asked === before
      before = asked
      expect(isOver).toBe(true)
    },
    { interval: 100 },
  )
  expect(screen.queryByText('Something went wrong', { selector: 'h1' })).toBeNull()
  expect(screen.queryByText(/This part of the page didn’t load/)).toBeNull()
})

test.each([
  ['products', '{ product: null }', `/product/${id}`, { ...detail(), product: null }, incomplete],
  ['products', 'no retailers', `/product/${id}`, { product: product() }, incomplete],
  ['products', '{}', `/product/${id}`, {}, incomplete],
  ['products', 'a retailer that is null', `/product/${id}`, { ...detail(), retailers: [null] }, incomplete],
  [
    'products',
    'a product without specs',
    `/product/${id}`,
    { ...detail(), product: { ...product(), specs: null } },
    incomplete,
  ],
  ['products/:id/price-history', '{}', `/product/${id}`, {}, 'Invalid price history data format.'],
  ['products/:id/reviews', '{}', `/product/${id}`, {}, 'Failed to fetch reviews'],
  ['products/list', '{}', '/gpu', {}, listingFailed],
  ['products/list', '{ products: [null] }', '/gpu', { ...list(), products: [null] }, listingFailed],
  ['products/list', '{ facets: null }', '/gpu', { ...list(), facets: null }, listingFailed],
  ['search', '{ products: null }', '/search?q=rtx', { ...list(), products: null }, listingFailed],
  ['favorites', '{}', '/favorites', {}, 'Failed to load favorites'],
  ['builds', '{ builds: null, total: 0 }', '/my-builds', { builds: null, total: 0 }, 'Failed to load builds'],
  ['builds/:id', '{ build: null }', '/build/abcdefghijklmnopqrstuv', { build: null }, 'Failed to load build'],
  ['admin/analytics', '{}', '/admin?tab=analytics', {}, 'Failed to fetch analytics'],
  ['admin/price-differences', '{}', '/admin?tab=prices', {}, 'Failed to fetch price differences'],
  ['admin/matches', '{}', '/admin?tab=matches', {}, 'Failed to fetch matches'],
  ['admin/products', '{}', '/admin?tab=products', {}, 'Failed to load products'],
  ['admin/audit-log', '{}', '/admin?tab=audit', {}, 'Failed to fetch audit log'],
])('where %s answers %s, its page says the specified sentence', async (call, _, page, answer, sentence) => {
  server.use(
    signedIn,
    http.get(`*/api/${call}`, () => HttpResponse.json(answer)),
    http.get('*/api/products', () => HttpResponse.json(detail())),
    http.get('*/api/products/:id/price-history', () => new HttpResponse(null, { status: 404 })),
    http.get('*/api/products/list', () => HttpResponse.json(list())),
    http.all('*/api/*', () => HttpResponse.json({}, { status: 404 })),
  )
  renderApp(page)
  expect((await screen.findAllByText(sentence)).length).toBeGreaterThan(0)
  expect(screen.queryByText(/This part of the page didn’t load/)).toBeNull()
})
