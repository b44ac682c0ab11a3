import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { beforeEach, expect, test } from 'vitest'
import { switchLanguage } from '~/i18n'
import { user } from '~/testing/fixtures'
import { heldPrice, parkedJob } from '~/testing/operations'
import { server } from '~/testing/server'
import { renderApp } from './renderApp'

// The panel is loaded lazily, which is slow on a busy machine.
const patient = { timeout: 20_000 }
const crawl = (day: number, change: object = {}) => ({
  startedAt: `2026-11-${day}T10:00:00Z`,
  finishedAt: `2026-11-${day}T10:05:00Z`,
  state: 'COMPLETE',
  offers: 1000 + day,
  changes: 34,
  held: 2,
  errors: day,
  error: null,
  problem: null,
  ...change,
})
const failed = crawl(22, {
  state: 'HELD',
  error: '212 of the 400 offers of the retailer are missing: none of them was ended',
  problem: { code: 'MISSED_OFFERS', values: { missed: '212', live: '400' } },
})
const retailer = {
  slug: 'closed-shop',
  name: 'Closed Shop',
  nameAr: 'المحل المسكر',
  enabled: true,
  switchedOff: false,
  health: 'HELD',
  crawling: false,
  nextCrawlAt: null,
  lastCrawl: failed,
}
const waitingOffer = (id: string) => ({
  id,
  name: `Offer ${id}`,
  retailerSlug: 'closed-shop',
  url: `http://shop.test/${id}`,
  category: null,
  manufacturer: null,
  price: 2.5,
  currency: 'KWD',
  reason: 'CATEGORY_UNKNOWN',
  noPart: null,
  unsure: null,
  createdAt: '2026-11-21T09:00:00Z',
})
const rejectedOffer = {
  retailerSlug: 'closed-shop',
  externalId: 'r1',
  name: 'On request',
  url: null,
  reason: 'PRICE',
  detail: 'price: "Call us" is not an amount',
  found: ['Call us'],
  timesSeen: 3,
  seenAt: '2026-11-21T09:00:00Z',
  category: null,
  manufacturer: null,
  canonicalId: null,
}

const heldOffer = heldPrice({
  retailer: 'Closed Shop',
  retailerSlug: 'closed-shop',
  reason: 'PRICE_FAR_FROM_CLASS',
  priceClass: { category: 'GPU', facts: [], prices: 14, lowest: 84.9, median: 92.5, highest: 104.9 },
})
const failedJob = parkedJob({
  payload: { retailer: 'closed-shop' },
  lastError: failed.error,
  problem: failed.problem,
})
const oddJob = { ...failedJob, id: 'j2', kind: 'history', payload: {}, lastError: 'cannot roll up', problem: null }

let sent: [string, unknown][] = []
beforeEach(() => {
  sent = []
  const answer =
    (body: object | null) =>
    async ({ request }: { request: Request }) => {
      sent.push([new URL(request.url).pathname, await request.json().catch(() => null)])
      return body === null ? new HttpResponse(null, { status: 204 }) : HttpResponse.json(body)
    }
  const page = { page: 1, limit: 25 }
  server.use(
    http.get('*/api/auth/me', () => HttpResponse.json({ user: user({ name: 'Dana', role: 'ADMIN' }) })),
    http.get('*/api/admin/open-work', () =>
      HttpResponse.json({
        matches: 0,
        manufacturers: 0,
        heldPrices: 0,
        parkedJobs: 0,
        failedCrawls: 1,
        waitingOffers: 2,
        rejectedOffers: 1,
      }),
    ),
    http.get('*/api/admin/operations', () =>
      HttpResponse.json({
        retailers: [retailer],
        jobs: { queued: 0, running: 0, parked: 0 },
        index: { generation: 7, lagSeconds: 0.4, bytes: 1, documents: 1, rebuilding: false, blockedBy: null },
        outbox: { waiting: 0, failed: 0, oldestAt: null },
      }),
    ),
    http.get('*/api/admin/retailers/closed-shop/crawls', () =>
      HttpResponse.json({ crawls: [failed, crawl(21), crawl(20)], total: 3, page: 1, limit: 50 }),
    ),
    http.get('*/api/admin/offers/waiting', () =>
      HttpResponse.json({ offers: [waitingOffer('a'), waitingOffer('b')], counts: [], total: 2, ...page }),
    ),
    http.get('*/api/admin/offers/rejected', ({ request }) => {
      const { searchParams } = new URL(request.url)
      const isDismissed = searchParams.get('dismissed') === 'true'
      const isAssigned = searchParams.get('assigned') === 'true'
      const decided = isAssigned ? { name: 'Said', category: 'GPU', manufacturer: 'ASUS' } : { name: 'Known' }
      return HttpResponse.json({
        offers: isDismissed || isAssigned ? [{ ...rejectedOffer, ...decided }] : [rejectedOffer],
        counts: [],
        total: 1,
        ...page,
      })
    }),
    http.get('*/api/admin/quarantine', () => HttpResponse.json({ held: [heldOffer], total: 1, ...page })),
    http.get('*/api/admin/jobs', () => HttpResponse.json({ jobs: [failedJob, oddJob], total: 2, ...page })),
    http.post('*/api/admin/quarantine/release', answer({ released: 1, failed: [] })),
    http.post('*/api/admin/offers/assign', answer({ done: 2, failed: [] })),
    http.post('*/api/admin/offers/unassign', answer({ done: 2, failed: [] })),
    http.post('*/api/admin/offers/rejected/dismiss', answer({ done: 1, failed: [] })),
    http.post('*/api/admin/offers/rejected/restore', answer({ done: 1, failed: [] })),
    http.post('*/api/admin/offers/rejected/assign', answer({ done: 1, failed: [] })),
    http.post('*/api/admin/offers/rejected/unassign', answer({ done: 1, failed: [] })),
    http.post('*/api/admin/retailers/closed-shop/switch-off', answer(null)),
  )
})

test('ticked offers are said to be no parts, and that is taken back', async () => {
  renderApp('/admin?tab=operations&view=waiting')
  const table = await screen.findByRole('region', { name: 'Waiting' }, patient)
  expect(within(table).getAllByText('Closed Shop')).toHaveLength(2)
  await userEvent.click(within(table).getByRole('checkbox', { name: 'Select all' }))
  await userEvent.click(screen.getByRole('button', { name: 'Not a part' }))
  expect(await screen.findByText('Assigned 2')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Undo' }))
  expect(await screen.findByText('Taken back: 2')).toBeTruthy()
  expect(sent).toEqual([
    ['/api/admin/offers/assign', { ids: ['a', 'b'], category: 'OTHER' }],
    ['/api/admin/offers/unassign', { ids: ['a', 'b'] }],
  ])
})

test('one offer gets a manufacturer', async () => {
  renderApp('/admin?tab=operations&view=waiting')
  await userEvent.click(await screen.findByRole('button', { name: 'Assign Offer a' }, patient))
  const dialog = screen.getByRole('dialog')
  await userEvent.selectOptions(within(dialog).getByRole('combobox', { name: 'You know its' }), 'manufacturer')
  const assign = within(dialog).getByRole('button', { name: 'Assign' })
  expect(assign).toHaveProperty('disabled', true)
  await userEvent.type(within(dialog).getByRole('textbox', { name: 'Manufacturer' }), ' Corsair ')
  await userEvent.click(assign)
  await waitFor(() => expect(sent).toEqual([['/api/admin/offers/assign', { ids: ['a'], manufacturer: 'Corsair' }]]))
})

test('a rejected item is dismissed, and a dismissed one is listed again', async () => {
  renderApp('/admin?tab=operations&view=rejected')
  await userEvent.click(await screen.findByRole('button', { name: 'Dismiss On request' }, patient))
  expect(await screen.findByText('Dismissed 1')).toBeTruthy()
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Show' }), 'DISMISSED')
  await userEvent.click(await screen.findByRole('button', { name: 'List Known again' }))
  expect(await screen.findByText('Listed again: 1')).toBeTruthy()
  const listings = [{ retailerSlug: 'closed-shop', externalId: 'r1' }]
  expect(sent).toEqual([
    ['/api/admin/offers/rejected/dismiss', { listings }],
    ['/api/admin/offers/rejected/restore', { listings }],
  ])
})

test('a rejected item gets a category for the crawl that can read it, and that is taken back', async () => {
  renderApp('/admin?tab=operations&view=rejected')
  await userEvent.click(await screen.findByRole('button', { name: 'Assign On request' }, patient))
  const dialog = within(screen.getByRole('dialog'))
  expect(dialog.getByText(/^These listings have no offers yet\./)).toBeTruthy()
  await userEvent.selectOptions(dialog.getByRole('combobox', { name: 'Category' }), 'GPU')
  await userEvent.click(dialog.getByRole('button', { name: 'Assign' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Undo' }))
  expect(await screen.findByText('Taken back: 1')).toBeTruthy()
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Show' }), 'ASSIGNED')
  const row = (await screen.findByText('Said')).closest('tr')
  expect(row).toHaveTextContent(/ASUS/)
  await userEvent.click(screen.getByRole('button', { name: 'Take back what Said is' }))
  const listings = [{ retailerSlug: 'closed-shop', externalId: 'r1' }]
  await waitFor(() =>
    expect(sent).toEqual([
      ['/api/admin/offers/rejected/assign', { listings, category: 'GPU' }],
      ['/api/admin/offers/rejected/unassign', { listings }],
      ['/api/admin/offers/rejected/unassign', { listings }],
    ]),
  )
})

test('all rejected items of a shop are dismissed together', async () => {
  renderApp('/admin?tab=operations&view=rejected&retailer=closed-shop')
  await userEvent.click(await screen.findByRole('button', { name: 'Dismiss all of Closed Shop (1)' }, patient))
  expect(await screen.findByText('Dismissed 1')).toBeTruthy()
  const listings = [{ retailerSlug: 'closed-shop', externalId: 'r1' }]
  expect(sent).toEqual([['/api/admin/offers/rejected/dismiss', { listings }]])
})

test('a held price is released as what the offer really is', async () => {
  renderApp('/admin?tab=operations&view=quarantine')
  await userEvent.click(await screen.findByRole('checkbox', { name: 'Select Held h1' }, patient))
  await userEvent.click(screen.getByRole('button', { name: 'Release as…' }))
  const dialog = screen.getByRole('dialog')
  expect(within(dialog).getByRole('combobox', { name: 'Category' })).toHaveProperty('value', 'GPU')
  await userEvent.selectOptions(within(dialog).getByRole('combobox', { name: 'You know its' }), 'notPart')
  await userEvent.click(within(dialog).getByRole('button', { name: 'Assign' }))
  expect(await screen.findByText('Released 1')).toBeTruthy()
  expect(sent).toEqual([['/api/admin/quarantine/release', { ids: ['h1'], category: 'OTHER' }]])
})

test('a shop shows how its crawls developed, and is switched off', async () => {
  renderApp('/admin?tab=operations')
  await userEvent.click(await screen.findByRole('button', { name: 'Crawls of Closed Shop' }, patient))
  expect(await screen.findByRole('img', { name: 'Offers: from 1,020 to 1,022' })).toBeTruthy()
  expect(screen.getByRole('img', { name: 'Errors: from 20 to 22' })).toBeTruthy()
  const table = screen.getByRole('region', { name: 'Each crawl of Closed Shop' })
  expect(within(table).getAllByRole('row')).toHaveLength(4)
  await userEvent.click(screen.getByRole('button', { name: 'Switch Closed Shop off' }))
  expect(await screen.findByText(/^Closed Shop is not crawled any more/)).toBeTruthy()
  expect(sent).toEqual([['/api/admin/retailers/closed-shop/switch-off', null]])
  expect(screen.getByRole('link', { name: 'Waiting (2)' })).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Rejected (1)' })).toBeTruthy()
})

test('no sentence of the server is shown on Arabic pages', async () => {
  await switchLanguage('ar')
  renderApp('/admin?tab=operations&retailer=closed-shop')
  await screen.findAllByText(/212.*400/, undefined, patient)
  await waitFor(() => expect(screen.getAllByText(/212.*400/)).toHaveLength(2))
  expect(screen.queryByText(/are missing/)).toBeNull()
  await userEvent.click(screen.getByRole('link', { name: /عروض مرفوضة/ }))
  expect(await screen.findByText('«Call us»')).toBeTruthy()
  expect(screen.queryByText(/is not an amount/)).toBeNull()
  expect(screen.getByText('المحل المسكر')).toBeTruthy()
  await userEvent.click(screen.getByRole('link', { name: 'المهام' }))
  expect(await screen.findByText(/212.*400/)).toBeTruthy()
  expect(screen.getByText('صار خطأ. التفاصيل بسجل الخادم.')).toBeTruthy()
  expect(screen.queryByText(/are missing|cannot/)).toBeNull()
})
