import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { beforeEach, expect, test } from 'vitest'
import { user } from '~/testing/fixtures'
import { parkedJob } from '~/testing/operations'
import { server } from '~/testing/server'
import { renderApp } from './renderApp'

// The panel is loaded lazily, which is slow on a busy machine.
const patient = { timeout: 20_000 }
const crawl = {
  startedAt: '2026-11-21T10:00:00Z',
  finishedAt: '2026-11-21T10:05:00Z',
  state: 'COMPLETE',
  offers: 1200,
  changes: 34,
  held: 2,
  errors: 7,
  error: null,
}
const shop = (slug: string, name: string, health: string) => ({
  slug,
  name,
  nameAr: name,
  enabled: true,
  health,
  crawling: false,
  nextCrawlAt: null,
  lastCrawl: crawl,
})
const parked = (id: string) => parkedJob({ id, payload: { retailer: 'safat-tech' } })

let sent: [string, unknown][] = []
let requests: URL[] = []

beforeEach(() => {
  sent = []
  requests = []
  server.use(
    http.get('*/api/auth/me', () => HttpResponse.json({ user: user({ role: 'ADMIN' }) })),
    http.get('*/api/admin/open-work', () =>
      HttpResponse.json({ matches: 0, manufacturers: 0, heldPrices: 3, parkedJobs: 2, failedCrawls: 1 }),
    ),
    http.get('*/api/admin/operations', () =>
      HttpResponse.json({
        retailers: [shop('dhow-digital', 'Dhow Digital', 'OK'), shop('safat-tech', 'Safat Tech', 'FAILING')],
        jobs: { queued: 0, running: 0, parked: 2 },
        index: { generation: 1, lagSeconds: 0, bytes: 1, documents: 1, rebuilding: false, blockedBy: null },
        outbox: { waiting: 0, failed: 0, oldestAt: null },
      }),
    ),
    http.get('*/api/admin/jobs', ({ request }) => {
      requests.push(new URL(request.url))
      return HttpResponse.json({ jobs: [parked('j1'), parked('j2')], total: 2, page: 1, limit: 25 })
    }),
    http.get('*/api/admin/offers/rejected', ({ request }) => {
      requests.push(new URL(request.url))
      return HttpResponse.json({ offers: [], counts: [], total: 0, page: 1, limit: 25 })
    }),
    http.get('*/api/admin/quarantine', ({ request }) => {
      requests.push(new URL(request.url))
      const held = ['h1', 'h2', 'h3'].map((id) => ({
        id,
        name: `Held ${id}`,
        retailer: 'Dhow Digital',
        retailerSlug: 'dhow-digital',
        reason: 'PRICE_FAR_FROM_OWN',
        price: 9.9,
        lastRetailerPrice: 99.9,
        marketPrice: null,
        marketRetailers: null,
        priceClass: null,
        retailerScale: null,
        currency: 'KWD',
        url: 'http://shop.test/1',
        picture: null,
        timesSeen: 2,
        heldAt: '2026-11-21T09:00:00Z',
      }))
      return HttpResponse.json({ held, total: 3, page: 1, limit: 25 })
    }),
    http.post('*/api/admin/jobs/retry', async ({ request }) => {
      sent.push(['retry', await request.json()])
      return HttpResponse.json({ retried: 1, failed: [{ id: 'j2', error: 'x', code: 'JOB_QUEUED' }] })
    }),
    http.post('*/api/admin/quarantine/release', async ({ request }) => {
      sent.push(['release', await request.json()])
      return HttpResponse.json({ released: 3, failed: [] })
    }),
  )
})

test('shops are filtered by health, views have counts, and a count of errors leads to them', async () => {
  const { router } = renderApp('/admin?tab=operations')
  const table = within(await screen.findByRole('table', {}, patient))
  expect(table.getAllByRole('row')[1]).toHaveTextContent('Safat Tech')
  expect(await screen.findByRole('link', { name: 'Held prices (3)' })).toBeInTheDocument()
  expect(screen.getByRole('link', { name: 'Jobs (2)' })).toBeInTheDocument()
  await userEvent.selectOptions(screen.getByLabelText('Health'), 'Failing (1)')
  await waitFor(() => expect(screen.getAllByRole('row')).toHaveLength(2))
  await userEvent.click(screen.getByRole('link', { name: '7 rejected at Safat Tech' }))
  await waitFor(() =>
    expect(router.state.location.href).toBe('/admin?tab=operations&view=rejected&retailer=safat-tech'),
  )
  await waitFor(() => expect(requests.at(-1)?.searchParams.get('retailer')).toBe('safat-tech'))
})

test('jobs are filtered by kind and shop, and all parked ones of the filter are queued again', async () => {
  renderApp('/admin?tab=operations&view=jobs')
  expect((await screen.findAllByRole('row', {}, patient))[1]).toHaveTextContent(/Crawl.*Safat Tech/)
  await userEvent.selectOptions(screen.getByLabelText('Kind'), 'Crawl')
  await userEvent.selectOptions(screen.getByLabelText('Shop'), 'Safat Tech')
  await waitFor(() => expect(requests.at(-1)?.search).toContain('kind=crawl&retailer=safat-tech'))
  await userEvent.click(await screen.findByRole('button', { name: 'Retry all parked (2)' }))
  expect(await screen.findByText('Queued again: 1, failed 1')).toBeInTheDocument()
  expect(sent).toEqual([['retry', { ids: ['j1', 'j2'] }]])
})

test('all held prices of a shop are released after a confirmation', async () => {
  renderApp('/admin?tab=operations&view=quarantine')
  await screen.findByRole('table', {}, patient)
  expect(screen.queryByRole('button', { name: /^Release all/ })).toBeNull()
  await userEvent.selectOptions(screen.getByLabelText('Shop'), 'Dhow Digital')
  await userEvent.click(await screen.findByRole('button', { name: 'Release all of Dhow Digital' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Release all of Dhow Digital' }))
  expect(dialog.getByText('All 3 held prices of Dhow Digital are published as they were read.')).toBeInTheDocument()
  await userEvent.click(dialog.getByRole('button', { name: 'Release' }))
  expect(await screen.findByText('Released 3')).toBeInTheDocument()
  expect(sent).toEqual([['release', { ids: ['h1', 'h2', 'h3'] }]])
})
