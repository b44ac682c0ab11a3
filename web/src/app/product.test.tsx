import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { beforeEach, expect, test } from 'vitest'
import { switchLanguage } from '~/i18n'
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

const was = (id: string, code: 'TRUE' | 'UNTRUE' | 'UNKNOWN', lowestBefore: number | null) =>
  offer({ id, price: 50, listPrice: 60, listPriceCheck: { code, lowestBefore } })

test('a price before a reduction is shown with whether it is true', async () => {
  withDetail({ retailers: [was('a', 'TRUE', null), was('b', 'UNTRUE', 52), was('c', 'UNKNOWN', null)] })
  renderApp(path)
  const prices = await screen.findByRole('region', { name: /Prices? at/ })
  expect(within(prices).getByText('was 60.000: true')).toBeVisible()
  expect(within(prices).getByText('was 60.000; lowest here in the 30 days before: 52.000')).toBeVisible()
  expect(within(prices).getByText('was 60.000; too little history to check')).toBeVisible()
  await switchLanguage('ar')
  expect(await screen.findByText(/^كان بـ .*60\.000.*: صحيح$/)).toBeVisible()
})

test('an offer on pre-order is shown as such and is no best price', async () => {
  withDetail({
    retailers: [
      offer({ id: 'pre', retailerSlug: 'dhow-digital', price: 150, inStock: false, stock: 'pre_order' }),
      offer({ id: 'in', price: 279.9 }),
    ],
  })
  renderApp(path)
  const rows = within(await screen.findByRole('region', { name: /Prices at/ }))
    .getAllByRole('row')
    .slice(1)
  expect(rows[0]).toHaveTextContent('Cheapest now')
  expect(rows[1]).toHaveTextContent('Pre-order')
  expect(rows[1]).toHaveTextContent('150.000')
  expect(rows[1]).not.toHaveTextContent('last price')
})

test('a product that can only be pre-ordered says so', async () => {
  withDetail({
    product: product({ price: 150, inStock: false, preOrder: true }),
    retailers: [offer({ price: 150, inStock: false, stock: 'pre_order' })],
  })
  renderApp(path)
  expect(await screen.findByText('Lowest pre-order price')).toBeVisible()
})

test('a product without offers keeps its page and says so', async () => {
  withDetail({
    product: product({ price: null, inStock: false, retailer: null, retailerSlug: null, retailerCount: 0 }),
    retailers: [],
  })
  renderApp(path)
  expect((await screen.findAllByText('Not sold now')).length).toBeGreaterThan(0)
})

/** Another card in stock. */
const inStockCard = (index: number) =>
  product({ id: `00000000-0000-4000-8000-0000000000e${index}`, name: `Other ${index}`, price: 300 + index })

test('of what is sold out the next step is to be told of its return, and others in stock stand right below', async () => {
  server.use(
    http.get('*/api/products/list', () =>
      HttpResponse.json(list({ products: [inStockCard(1), inStockCard(2), inStockCard(3)], total: 3 })),
    ),
  )
  withDetail({
    product: product({ price: 250, inStock: false }),
    retailers: [offer({ price: 250, inStock: false, stock: 'out' })],
  })
  renderApp(path)
  expect((await screen.findByRole('link', { name: 'Tell me when it is back' })).className).toMatch(/filled/)
  expect((screen.getAllByRole('button', { name: 'Add to Build' })[0] as HTMLElement).className).not.toMatch(/filled/)
  const instead = await screen.findByRole('region', { name: 'In stock instead' })
  expect(within(instead).getAllByRole('article')).toHaveLength(2)
  const prices = await screen.findByRole('region', { name: /Price at/ })
  expect(instead.compareDocumentPosition(prices) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy()
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
  const price = (await screen.findByText('Cheapest now, including delivery')).parentElement as HTMLElement
  expect(price).toHaveTextContent('103.000 KWD')
  expect(price).toHaveTextContent('102.000 + 1.000 delivery')
  expect(price).toHaveTextContent('or 4 × 25.500 with Tabby at Dhow Digital')
})

test('four payments are not offered when no retailer with Tabby has the product', async () => {
  withDetail({
    retailers: [offer({ tabby: false }), offer({ id: 'out', tabby: true, inStock: false, stock: 'out', price: 279.9 })],
  })
  renderApp(path)
  await screen.findByText('Cheapest now, including delivery')
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

test('the photo opens large, with the other pictures of the product', async () => {
  const user = userEvent.setup()
  const pictures = ['0', '1', '2'].map((digit) => ({ hash: digit.repeat(32), width: 640, height: 480 }))
  server.use(http.get('*/api/products/:id/pictures', () => HttpResponse.json({ pictures })))
  withDetail({ product: product({ picture: pictures[0] }) })
  renderApp(path)
  const strip = await screen.findByRole('list', { name: 'Pictures' })
  expect(within(strip).getAllByRole('button')).toHaveLength(3)
  await user.click(within(strip).getByRole('button', { name: 'Picture 2 of 3' }))
  const dialog = await screen.findByRole('dialog')
  expect(within(dialog).getByRole('img')).toHaveAttribute('src', `/pictures/${'1'.repeat(32)}-192.webp`)
  await user.click(within(dialog).getByRole('button', { name: 'Next picture' }))
  await user.click(within(dialog).getByRole('button', { name: 'Next picture' }))
  expect(within(dialog).getByRole('img')).toHaveAccessibleName('Picture 1 of 3')
  await user.click(within(dialog).getByRole('button', { name: 'Close' }))
  await user.click(screen.getByRole('button', { name: 'Enlarge the picture' }))
  expect(await screen.findByRole('dialog')).toBeVisible()
})

test('a single picture is enlarged as well, and a drawing is not', async () => {
  const picture = { hash: 'a'.repeat(32), width: 640, height: 480 }
  server.use(http.get('*/api/products/:id/pictures', () => HttpResponse.json({ pictures: [picture] })))
  withDetail({ product: product({ picture }) })
  renderApp(path)
  expect(await screen.findByRole('button', { name: 'Enlarge the picture' })).toBeVisible()
  expect(screen.queryByRole('list', { name: 'Pictures' })).toBeNull()
})

test('the card for a shop’s counter shows the cheapest price, its shop, its age and a QR code', async () => {
  const at = new Date(Date.now() - 2 * 3_600_000).toISOString()
  withDetail({ product: product({ checked: { at, byCrawls: false } }) })
  renderApp(path)
  await userEvent.click(await screen.findByRole('button', { name: 'Show the shop' }))
  const card = await screen.findByRole('dialog')
  expect(card).toHaveTextContent('Cheapest now279.900 KWDSafat Tech')
  expect(card).toHaveTextContent('checked 2 hr ago')
  expect(within(card).getByRole('img', { name: 'QR code of the offer' })).toBeInTheDocument()
  expect(within(card).queryByText(/No connection/)).toBeNull()
})

test('a product that nobody has in stock has no card for the counter', async () => {
  withDetail({ product: product({ inStock: false }), retailers: [offer({ inStock: false, stock: 'out' })] })
  renderApp(path)
  expect(await screen.findByRole('heading', { level: 1 })).toBeInTheDocument()
  expect(screen.queryByRole('button', { name: 'Show the shop' })).toBeNull()
})
