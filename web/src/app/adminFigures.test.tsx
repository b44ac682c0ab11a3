import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { user } from '~/testing/fixtures'
import { server } from '~/testing/server'
import { renderApp } from './renderApp'

// The panel is loaded lazily, which is slow on a busy machine.
const patient = { timeout: 20_000 }
const days = (count: number) =>
  Array.from({ length: 30 }, (_, day) => ({
    createdAt: `2026-11-${String(day + 1).padStart(2, '0')}`,
    count: day === 29 ? count : 0,
  }))
const analytics = {
  totals: { users: 1234, products: 2800, builds: 12, reviews: 30, activePriceAlerts: 5 },
  recent: { reviews: 3 },
  growth: { users: days(7), builds: days(4) },
  distribution: {
    productsByCategory: [
      { category: 'GPU', count: 900 },
      { category: 'CPU', count: 400 },
    ],
    topRetailers: [{ retailer: 'Dhow Digital', count: 700 }],
  },
  countedAt: '2026-11-21T10:00:00Z',
}
const difference = (id: string, percentageDifference: number) => ({
  productId: `00000000-0000-4000-8000-0000000000${id}`,
  productName: `Product ${id}`,
  category: 'GPU',
  retailerCount: 2,
  minPrice: 100,
  maxPrice: 100 + percentageDifference,
  percentageDifference,
  priceDifference: percentageDifference,
  currency: 'KWD',
  retailers: [
    { retailer: 'Dhow Digital', price: 100 + percentageDifference, inStock: true, url: 'http://shop.test/dear' },
    { retailer: 'Safat Tech', price: 100, inStock: false, url: 'http://shop.test/cheap' },
  ],
})
const options = (label: string) =>
  within(screen.getByLabelText(label))
    .getAllByRole('option')
    .map((one) => one.textContent)
let requests: string[] = []

// The charts' libraries are slow to load as well.
beforeAll(() => import('~/features/admin/figures/AnalyticsTab'), 120_000)

beforeEach(() => {
  requests = []
  server.use(
    http.get('*/api/auth/me', () => HttpResponse.json({ user: user({ role: 'ADMIN' }) })),
    http.get('*/api/admin/analytics', () => HttpResponse.json(analytics)),
    http.get('*/api/admin/price-differences', ({ request }) => {
      requests.push(new URL(request.url).search)
      return HttpResponse.json({
        priceDifferences: [difference('a1', 35), difference('a2', 25), difference('a3', 12)],
        totalCount: 3,
        averageDifference: 24,
        highestDifference: 35,
      })
    }),
  )
})

test('the panel shows the statistics of the site, and its charts are also tables', async () => {
  renderApp('/admin')
  expect(await screen.findByText('1,234', {}, patient)).toBeInTheDocument()
  const totals = screen.getByText('Total reviews').parentElement
  expect(totals).toHaveTextContent('303 in the last 7 days')
  for (const [name, value] of [
    ['Total users', '1,234'],
    ['Total products', '2,800'],
    ['Total builds', '12'],
    ['Active price alerts', '5'],
  ] as const)
    expect(screen.getByText(name).parentElement).toHaveTextContent(`${name}${value}`)
  await userEvent.click(screen.getByRole('button', { name: 'As a table: Products by category' }))
  const table = within(
    screen.getByRole('region', { name: 'Products by category' }).querySelector('table') as HTMLElement,
  )
  expect(table.getAllByRole('row').map((row) => row.textContent)).toEqual(['CategoryCount', 'Video Card900', 'CPU400'])
  await userEvent.click(screen.getByRole('button', { name: 'As a table: Top retailers by product count' }))
  expect(screen.getByRole('rowheader', { name: 'Dhow Digital' }).parentElement).toHaveTextContent('Dhow Digital700')
  for (const [chart, count] of [
    ['User growth', '7'],
    ['Build creation', '4'],
  ] as const) {
    await userEvent.click(screen.getByRole('button', { name: `As a table: ${chart}` }))
    const growth = within(screen.getByRole('region', { name: chart }).querySelector('table') as HTMLElement)
    expect(growth.getAllByRole('row')).toHaveLength(31)
    expect(growth.getByRole('rowheader', { name: '30 Nov' }).parentElement).toHaveTextContent(`30 Nov${count}`)
  }
})

test('a chart without any count says so', async () => {
  server.use(
    http.get('*/api/admin/analytics', () =>
      HttpResponse.json({ ...analytics, growth: { users: days(7), builds: days(0) } }),
    ),
  )
  renderApp('/admin?tab=analytics')
  const chart = await screen.findByRole('region', { name: 'Build creation' }, patient)
  expect(within(chart).getByText('No data available')).toBeInTheDocument()
})

test('empty statistics and failed statistics say so', async () => {
  server.use(
    http.get('*/api/admin/analytics', () =>
      HttpResponse.json({
        ...analytics,
        totals: { users: 0, products: 0, builds: 0, reviews: 0, activePriceAlerts: 0 },
      }),
    ),
  )
  renderApp('/admin?tab=analytics')
  expect(await screen.findByText('No data available', {}, patient)).toBeInTheDocument()
  server.use(http.get('*/api/admin/analytics', () => HttpResponse.json({ error: '', code: 'X' }, { status: 400 })))
  await userEvent.click(screen.getByRole('button', { name: 'Refresh' }))
  expect(await screen.findByRole('alert')).toHaveTextContent('Failed to fetch analytics')
})

test('price differences show the summary, the colours, and each retailer below', async () => {
  renderApp('/admin?tab=prices')
  const table = within(await screen.findByRole('table', {}, patient))
  expect(requests).toEqual(['?minDifference=10&limit=100'])
  const summary = screen.getByText('Average difference').closest('dl')
  expect(summary).toHaveTextContent(/^Products3Average difference24%Highest difference35%$/)
  expect(screen.getByText('Average difference').parentElement).toHaveTextContent('24%')
  expect(screen.getByText('Highest difference').parentElement).toHaveTextContent('35%')
  expect(table.getByText('35%').closest('.chip')).toHaveClass('red')
  expect(table.getByText('25%').closest('.chip')).toHaveClass('orange')
  for (const tone of ['red', 'orange']) expect(table.getByText('12%').closest('.chip')).not.toHaveClass(tone)
  const cells = within(table.getByText('35%').closest('tr') as HTMLElement).getAllByRole('cell')
  expect(cells.map((cell) => cell.textContent)).toEqual(
    expect.arrayContaining(['Product a1', '2', '100.000 KWD', '135.000 KWD', '35.000 KWD', '35%']),
  )
  await userEvent.click(table.getByRole('button', { name: 'Show the shops of Product a1' }))
  const shops = within(table.getByRole('list', { name: 'Retailers of Product a1' })).getAllByRole('listitem')
  expect(shops.map((shop) => shop.textContent)).toEqual([
    expect.stringMatching(/Safat Tech100\.000.*Out of stock/),
    expect.stringMatching(/Dhow Digital135\.000.*In stock/),
  ])
  expect(within(shops[0] as HTMLElement).getByRole('link')).toHaveAttribute('href', 'http://shop.test/cheap')
})

test('price differences are filtered by the URL', async () => {
  const { router } = renderApp('/admin?tab=prices')
  await screen.findByRole('table', {}, patient)
  expect(options('Category')).toEqual([
    'All',
    'CPU',
    'GPU',
    'RAM',
    'Motherboard',
    'Storage',
    'PSU',
    'Case',
    'CPU Cooler',
    'Monitor',
  ])
  expect(options('Minimum difference')).toEqual(['5%', '10%', '15%', '20%', '30%', '50%'])
  await userEvent.selectOptions(screen.getByLabelText('Category'), 'PSU')
  await userEvent.selectOptions(screen.getByLabelText('Minimum difference'), '30%')
  await waitFor(() => expect(router.state.location.href).toBe('/admin?tab=prices&category=PSU&least=30'))
  await waitFor(() => expect(requests.at(-1)).toBe('?category=PSU&minDifference=30&limit=100'))
})

test('price differences that cannot be fetched say so', async () => {
  server.use(
    http.get('*/api/admin/price-differences', () => HttpResponse.json({ error: '', code: 'X' }, { status: 400 })),
  )
  renderApp('/admin?tab=prices')
  expect(await screen.findByRole('alert', {}, patient)).toHaveTextContent('Failed to fetch price differences')
})
