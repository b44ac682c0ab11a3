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
const self = user({ name: 'Dana', email: 'dana@example.com', role: 'ADMIN' })
const shop = (slug: string, name: string, change: object = {}) => ({
  slug,
  name,
  nameAr: name,
  enabled: true,
  health: 'OK',
  crawling: false,
  nextCrawlAt: '2026-11-22T03:00:00Z',
  lastCrawl: {
    startedAt: '2026-11-21T10:00:00Z',
    finishedAt: '2026-11-21T10:05:00Z',
    state: 'COMPLETE',
    offers: 1200,
    changes: 34,
    held: 2,
    errors: 0,
    error: null,
  },
  ...change,
})
const operations = {
  retailers: [
    shop('dhow-digital', 'Dhow Digital'),
    shop('safat-tech', 'Safat Tech', { health: 'FAILING', enabled: false, lastCrawl: null, nextCrawlAt: null }),
  ],
  jobs: { queued: 4, running: 1, parked: 2 },
  index: { generation: 7, lagSeconds: 0.4, bytes: 34_500_000, documents: 2800, rebuilding: false, blockedBy: null },
  outbox: { waiting: 3, failed: 1, oldestAt: new Date(Date.now() - 120_000).toISOString() },
}
const held = (id: string) =>
  heldPrice({ id, name: `Held ${id}`, lastRetailerPrice: 99.9, marketPrice: 95, marketRetailers: 3 })
const job = parkedJob({ lastError: 'the shop does not answer' })
const waitingOffer = (id: string, change: object) => ({
  id,
  name: `Offer ${id}`,
  retailerSlug: 'dhow-digital',
  url: `http://shop.test/${id}`,
  category: null,
  manufacturer: null,
  price: 2.5,
  currency: 'KWD',
  reason: 'NO_PART',
  noPart: 'ACCESSORY',
  unsure: null,
  createdAt: '2026-11-21T09:00:00Z',
  ...change,
})
const person = (change: object) => ({
  id: self.id,
  name: 'Dana',
  email: 'dana@example.com',
  role: 'ADMIN',
  emailVerified: true,
  createdAt: '2026-11-01T09:00:00Z',
  lastSeenAt: null,
  ...change,
})

const required = () => HttpResponse.json({ error: 'x', code: 'PASSWORD_REQUIRED' }, { status: 403 })

let sent: [string, unknown][] = []
beforeEach(() => {
  sent = []
  const keep = async ({ request }: { request: Request }) => {
    sent.push([new URL(request.url).pathname, await request.json().catch(() => null)])
  }
  server.use(
    http.get('*/api/auth/me', () => HttpResponse.json({ user: self })),
    http.get('*/api/admin/operations', () => HttpResponse.json(operations)),
    http.get('*/api/admin/quarantine', () =>
      HttpResponse.json({ held: [held('h1'), held('h2')], total: 2, page: 1, limit: 25 }),
    ),
    http.get('*/api/admin/jobs', () => HttpResponse.json({ jobs: [job], total: 1, page: 1, limit: 25 })),
    http.get('*/api/admin/users', () =>
      HttpResponse.json({
        users: [
          person({}),
          person({ id: 'u2', name: 'Noor', email: 'noor@example.com', role: 'USER', emailVerified: false }),
        ],
        total: 2,
        page: 1,
        limit: 25,
      }),
    ),
    http.post('*/api/admin/retailers/:slug/crawl', async (info) => {
      await keep(info)
      return HttpResponse.json({ jobId: 'x' }, { status: 202 })
    }),
    http.post('*/api/admin/quarantine/release', async (info) => {
      await keep(info)
      return HttpResponse.json({ released: 1, failed: [{ id: 'h2', error: 'x', code: 'HELD_PRICE_DECIDED' }] })
    }),
    http.post('*/api/admin/jobs/retry', async (info) => {
      await keep(info)
      return HttpResponse.json({ retried: 1, failed: [] })
    }),
  )
})

test('a transaction that holds up the index is named', async () => {
  const blockedBy = {
    process: 4711,
    prepared: null,
    database: 'reports',
    user: 'mona',
    application: 'psql',
    seconds: 41.6,
  }
  server.use(
    http.get('*/api/admin/operations', () =>
      HttpResponse.json({ ...operations, index: { ...operations.index, lagSeconds: 38, blockedBy } }),
    ),
  )
  renderApp('/admin?tab=operations')
  const lag = (await screen.findByText('Index lag', {}, patient)).parentElement
  await waitFor(() => expect(lag).toHaveTextContent('running for 42 s: process 4711 (psql) in the database reports'))
})

test('operations show retailers, index, jobs and outbox, and can start a crawl', async () => {
  renderApp('/admin?tab=operations')
  const table = within(await screen.findByRole('table', {}, patient))
  expect(screen.getByText('Index lag').parentElement).toHaveTextContent('0.4 s')
  expect(screen.getByText('Jobs queued').parentElement).toHaveTextContent('41 running, 2 parked')
  expect(screen.getByText('Mails waiting').parentElement).toHaveTextContent('31 failed at least once, oldest 2 min')
  const rows = table.getAllByRole('row')
  // What needs attention comes first.
  expect(rows[1]).toHaveTextContent(/Safat Tech.*Failing.*Never/)
  expect(rows[2]).toHaveTextContent(/Dhow Digital.*OK.*Complete.*1,200.*34.*2.*0/)
  expect(table.getByRole('button', { name: 'Crawl Safat Tech now' })).toBeDisabled()
  await userEvent.click(table.getByRole('button', { name: 'Crawl Dhow Digital now' }))
  expect(await screen.findByText('Dhow Digital is crawled as soon as a worker is free')).toBeInTheDocument()
  expect(sent.map(([path]) => path)).toEqual(['/api/admin/retailers/dhow-digital/crawl'])
})

test('starting a crawl that is already queued says so', async () => {
  server.use(
    http.post('*/api/admin/retailers/:slug/crawl', () =>
      HttpResponse.json({ error: 'x', code: 'CRAWL_QUEUED' }, { status: 409 }),
    ),
  )
  renderApp('/admin?tab=operations')
  await userEvent.click(await screen.findByRole('button', { name: 'Crawl Dhow Digital now' }, patient))
  expect(await screen.findByText('A crawl of this shop is already queued or running.')).toBeInTheDocument()
})

test('held prices can be released, and those already decided are reported', async () => {
  renderApp('/admin?tab=operations&view=quarantine')
  const table = within(await screen.findByRole('table', {}, patient))
  expect(table.getAllByRole('row')[1]).toHaveTextContent(
    /Held h1.*Far from its own last price.*9\.900.*99\.900.*95\.000.*3 shops/,
  )
  expect(screen.getByRole('button', { name: 'Release' })).toBeDisabled()
  await userEvent.click(table.getByRole('checkbox', { name: 'Select all' }))
  await userEvent.click(screen.getByRole('button', { name: 'Release' }))
  expect(await screen.findByText('Released 1')).toBeInTheDocument()
  expect(screen.getByRole('alert')).toHaveTextContent('Somebody else has already decided this price.')
  expect(sent).toEqual([['/api/admin/quarantine/release', { ids: ['h1', 'h2'] }]])
})

test.each([
  [
    'en' as const,
    /Far from its kind of part.*GeForce RTX 5070, 12 GB: 14 prices from 229\.900 to 289\.900, median 249\.900/,
    /1,000× other shops' prices \(8 products and classes compared\)/,
  ],
  [
    'ar' as const,
    /بعيد عن أسعار نوعه.*GeForce RTX 5070.*12 GB.*14 سعر من 229\.900 إلى 289\.900، والوسيط 249\.900/,
    /1,000 ضعف أسعار باقي المحلات \(قارنّا 8 منتجات وأنواع\)/,
  ],
])('a held first price says in %s what it was compared with', async (language, priceClass, scale) => {
  const offer = {
    ...held('h3'),
    reason: 'PRICE_FAR_FROM_CLASS',
    lastRetailerPrice: null,
    marketPrice: null,
    marketRetailers: null,
    priceClass: {
      category: 'GPU',
      facts: ['GeForce RTX 5070', '12 GB'],
      prices: 14,
      lowest: 229.9,
      median: 249.9,
      highest: 289.9,
    },
    retailerScale: { compared: 8, times: 1000 },
  }
  server.use(
    http.get('*/api/admin/quarantine', () => HttpResponse.json({ held: [offer], total: 1, page: 1, limit: 25 })),
  )
  await switchLanguage(language)
  renderApp('/admin?tab=operations&view=quarantine')
  const table = within(await screen.findByRole('table', {}, patient))
  // Without the invisible marks that keep the direction of names and amounts.
  const text = table.getAllByRole('row')[1]?.textContent.replace(/[\u2066-\u2069]/g, '')
  expect(text).toMatch(priceClass)
  expect(text).toMatch(scale)
})

test('offers without a product are listed with reason and retailer, and can be filtered by reason', async () => {
  const counts = [
    { reason: 'NO_PART', noPart: 'ACCESSORY', offers: 3 },
    { reason: 'CATEGORY_UNKNOWN', noPart: null, offers: 1 },
    { reason: 'CATEGORY_UNSURE', noPart: null, offers: 1 },
  ]
  const requests: string[] = []
  server.use(
    http.get('*/api/admin/offers/waiting', ({ request }) => {
      requests.push(new URL(request.url).search)
      return HttpResponse.json({
        offers: [
          waitingOffer('w1', {}),
          waitingOffer('w2', { reason: 'CATEGORY_UNKNOWN', noPart: null }),
          waitingOffer('w3', { reason: 'CATEGORY_UNSURE', noPart: null, unsure: 'CASE' }),
        ],
        counts,
        total: 4,
        page: 1,
        limit: 25,
      })
    }),
  )
  renderApp('/admin?tab=operations&view=waiting')
  const table = within(await screen.findByRole('table', {}, patient))
  expect(table.getAllByRole('row')[1]).toHaveTextContent(/Offer w1.*Dhow Digital.*Not a part: accessory.*2\.500/)
  expect(table.getAllByRole('row')[2]).toHaveTextContent(/Offer w2.*Category unknown/)
  expect(table.getAllByRole('row')[3]).toHaveTextContent(/Offer w3.*Category not certain: perhaps Case/)
  expect(screen.getByRole('option', { name: /^Category not certain/ })).toHaveAttribute('value', 'CATEGORY_UNSURE')
  expect(table.getByRole('link', { name: 'Offer w1' })).toHaveAttribute('href', 'http://shop.test/w1')
  renderApp('/admin?tab=operations&view=waiting&state=NO_PART.ACCESSORY')
  await waitFor(() => expect(requests.at(-1)).toContain('reason=NO_PART&noPart=ACCESSORY'))
})

test('rejected offers are listed with what was found', async () => {
  const rejected = {
    retailerSlug: 'dhow-digital',
    externalId: 'r1',
    name: 'Ryzen on request',
    url: 'http://shop.test/r1',
    reason: 'PRICE',
    detail: 'price: the price is on request: "Call us"',
    found: ['Call us'],
    timesSeen: 2,
    seenAt: '2026-11-21T09:00:00Z',
    category: null,
    manufacturer: null,
    canonicalId: null,
  }
  const nameless = {
    ...rejected,
    externalId: 'r2',
    name: null,
    url: null,
    reason: 'NO_PRODUCT',
    detail: 'there is no product on the page',
  }
  const counts = [
    { retailerSlug: 'dhow-digital', reason: 'PRICE', offers: 1 },
    { retailerSlug: 'dhow-digital', reason: 'NO_PRODUCT', offers: 1 },
  ]
  server.use(
    http.get('*/api/admin/offers/rejected', () =>
      HttpResponse.json({ offers: [rejected, nameless], counts, total: 2, page: 1, limit: 25 }),
    ),
  )
  renderApp('/admin?tab=operations&view=rejected')
  const table = within(await screen.findByRole('table', {}, patient))
  expect(table.getAllByRole('row')[1]).toHaveTextContent(/Ryzen on request.*Price unreadable.*Call us/)
  expect(table.getAllByRole('row')[2]).toHaveTextContent(/r2.*No product on the page/)
  expect(table.getByRole('link', { name: 'Ryzen on request' })).toHaveAttribute('href', 'http://shop.test/r1')
})

test('a parked job can be queued again', async () => {
  renderApp('/admin?tab=operations&view=jobs')
  const row = (await screen.findAllByRole('row', {}, patient))[1]
  expect(row).toHaveTextContent(/Crawl.*Dhow Digital.*Parked.*5\/5.*the shop does not answer/)
  await userEvent.click(screen.getByRole('button', { name: 'Retry Crawl' }))
  expect(await screen.findByText('It is queued again')).toBeInTheDocument()
  expect(sent).toEqual([['/api/admin/jobs/retry', { ids: ['j1'] }]])
})

test('a role is granted after a confirmation, and the last administrator keeps theirs', async () => {
  server.use(
    http.post('*/api/admin/users/:id/grant-admin', ({ params }) => {
      sent.push([String(params.id), null])
      return new HttpResponse(null, { status: 204 })
    }),
    http.post('*/api/admin/users/:id/revoke-admin', () =>
      HttpResponse.json({ error: 'x', code: 'LAST_ADMIN' }, { status: 409 }),
    ),
  )
  renderApp('/admin?tab=users')
  await userEvent.click(await screen.findByRole('button', { name: 'Make Noor an administrator' }, patient))
  const grant = within(await screen.findByRole('dialog', { name: 'Make Noor an administrator' }))
  await userEvent.click(grant.getByRole('button', { name: 'Make administrator' }))
  expect(await screen.findByText('Noor is an administrator now')).toBeInTheDocument()
  expect(sent).toEqual([['u2', null]])
  await userEvent.click(screen.getByRole('button', { name: 'Remove Dana as an administrator' }))
  const revoke = within(await screen.findByRole('dialog', { name: 'Remove Dana as an administrator' }))
  expect(revoke.getByText('You are no longer an administrator then, and are signed out.')).toBeInTheDocument()
  await userEvent.click(revoke.getByRole('button', { name: 'Remove admin' }))
  expect(await revoke.findByRole('alert')).toHaveTextContent('There must be at least one administrator')
})

test('a user is signed out everywhere after a confirmation', async () => {
  server.use(
    http.get('*/api/admin/users', () =>
      HttpResponse.json({
        users: [person({ id: 'u2', name: 'Noor', role: 'USER', lastSeenAt: '2026-11-20T09:00:00Z' }), person({})],
        total: 2,
        page: 1,
        limit: 25,
      }),
    ),
    http.post('*/api/admin/users/:id/sign-out', ({ params }) => {
      sent.push([String(params.id), null])
      return new HttpResponse(null, { status: 204 })
    }),
  )
  renderApp('/admin?tab=users')
  await userEvent.click(await screen.findByRole('button', { name: 'Sign Noor out everywhere' }, patient))
  expect(screen.queryByRole('button', { name: 'Sign Dana out everywhere' })).not.toBeInTheDocument()
  const dialog = within(await screen.findByRole('dialog', { name: 'Sign Noor out everywhere' }))
  await userEvent.click(dialog.getByRole('button', { name: 'Sign out everywhere' }))
  expect(await screen.findByText('Noor is signed out everywhere')).toBeInTheDocument()
  expect(sent).toEqual([['u2', null]])
})

test('the password is asked for once, and the waiting requests continue', async () => {
  let confirmed = false
  server.use(
    http.get('*/api/admin/users', () =>
      confirmed ? HttpResponse.json({ users: [person({})], total: 1, page: 1, limit: 25 }) : required(),
    ),
    http.post('*/api/auth/confirm-password', async ({ request }) => {
      const { password } = (await request.json()) as { password: string }
      confirmed = password === 'a fine pass'
      return confirmed
        ? new HttpResponse(null, { status: 204 })
        : HttpResponse.json({ error: 'x', code: 'WRONG_PASSWORD' }, { status: 422 })
    }),
  )
  renderApp('/admin?tab=users')
  const dialog = within(await screen.findByRole('dialog', { name: 'Your password again' }, patient))
  const field = dialog.getByLabelText('Password')
  await userEvent.type(field, 'wrong')
  await userEvent.click(dialog.getByRole('button', { name: 'Confirm' }))
  await waitFor(() => expect(field).toHaveAccessibleDescription('The current password is wrong.'))
  await userEvent.clear(field)
  await userEvent.type(field, 'a fine pass{Enter}')
  expect(await screen.findByText('dana@example.com')).toBeInTheDocument()
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('cancelling the password question says that the password is needed', async () => {
  server.use(
    http.get('*/api/admin/users', () => HttpResponse.json({ error: 'x', code: 'PASSWORD_REQUIRED' }, { status: 403 })),
  )
  renderApp('/admin?tab=users')
  const dialog = within(await screen.findByRole('dialog', { name: 'Your password again' }, patient))
  await userEvent.click(dialog.getByRole('button', { name: 'Confirm' }).previousElementSibling as HTMLElement)
  expect(await screen.findByRole('alert')).toHaveTextContent('Your password is needed for this.')
})
