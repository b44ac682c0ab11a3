import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { beforeEach, expect, test, vi } from 'vitest'
import { switchLanguage } from '~/i18n'
import adminTabsAr from '~/i18n/adminTabs.ar.json'
import adminTabsEn from '~/i18n/adminTabs.en.json'
import { formatPercent } from '~/features/admin/matches/matches'
import { user } from '~/testing/fixtures'
import { match, matchSide } from '~/testing/matches'
import { server } from '~/testing/server'
import { renderApp } from './renderApp'

const admin = user({ name: 'Dana', role: 'ADMIN' })
const first = match()
const second = match({
  id: '00000000-0000-4000-8000-0000000000d2',
  confidence: 0.41,
  rationale: [],
  candidateProduct: matchSide({
    id: '00000000-0000-4000-8000-0000000000e2',
    name: 'Another candidate',
    retailer: 'Safat Tech',
  }),
})
const other = match({
  id: '00000000-0000-4000-8000-0000000000d3',
  confidence: 0.97,
  decision: 'MATCH',
  referenceProduct: matchSide({
    id: '00000000-0000-4000-8000-0000000000c2',
    name: 'Samsung 990 PRO 2 TB',
    category: 'STORAGE',
  }),
  candidateProduct: matchSide({
    id: '00000000-0000-4000-8000-0000000000e3',
    name: 'Samsung 990 Pro 2TB NVMe',
    category: 'STORAGE',
  }),
})

let waiting = [other, first, second]
let posted: [string, unknown][] = []
let requests: string[] = []

beforeEach(() => {
  waiting = [other, first, second]
  posted = []
  requests = []
  server.use(
    http.get('*/api/auth/me', () => HttpResponse.json({ user: admin })),
    http.get('*/api/admin/matches', ({ request }) => {
      requests.push(new URL(request.url).search)
      const confidentCount = waiting.filter(({ confidence }) => confidence >= 0.95).length
      return HttpResponse.json({ matches: waiting, total: waiting.length, page: 1, limit: 50, confidentCount })
    }),
    http.get('*/api/admin/matches/bulk-decisions', () => HttpResponse.json({ bulkDecisions: [] })),
    http.post('*/api/admin/matches/:what', async ({ request, params }) => {
      const body = (await request.json()) as { id: string }
      posted.push([String(params.what), body])
      if (params.what === 'approve' || params.what === 'reject') waiting = waiting.filter(({ id }) => id !== body.id)
      return new HttpResponse(null, { status: 204 })
    }),
  )
})

// The panel is loaded lazily, which is slow on a busy machine.
const patient = { timeout: 20_000 }
const pair = async () =>
  within(await screen.findByRole('region', { name: 'Is this page the same product as that one?' }, patient))
const queue = async () => within(await screen.findByRole('region', { name: 'Queue' }, patient))

test('the panel is for administrators: others go home, nobody goes to the login', async () => {
  server.use(http.get('*/api/auth/me', () => HttpResponse.json({ user: user() })))
  const { router } = renderApp('/admin?tab=audit')
  await waitFor(() => expect(router.state.location.pathname).toBe('/'))
})

test('a visitor who opens the panel is sent to the login and returns', async () => {
  server.use(http.get('*/api/auth/me', () => HttpResponse.json({ user: null })))
  const { router } = renderApp('/admin?tab=matches')
  await waitFor(() => expect(router.state.location.href).toBe('/login?next=%2Fadmin%3Ftab%3Dmatches'))
})

test('a spinner shows while the session loads, and the account menu leads to the panel', async () => {
  let answer: (() => void) | undefined
  server.use(
    http.get('*/api/auth/me', async () => {
      await new Promise<void>((resolve) => (answer = resolve))
      return HttpResponse.json({ user: admin })
    }),
  )
  renderApp('/admin?tab=matches')
  expect(await screen.findByText('Loading your account')).toBeInTheDocument()
  await waitFor(() => expect(answer).toBeDefined())
  answer?.()
  expect(await screen.findByRole('heading', { level: 1, name: 'Admin Panel' })).toBeInTheDocument()
  await userEvent.click(await screen.findByRole('button', { name: 'Account: Dana' }))
  expect(screen.getByRole('link', { name: 'Admin Panel' })).toHaveAttribute('href', '/admin')
})

test('a match is shown with the evidence for and against it', async () => {
  renderApp('/admin?tab=matches')
  const list = await queue()
  expect(list.getAllByRole('button').map((one) => one.textContent)).toEqual([
    expect.stringContaining('97%'),
    expect.stringContaining('72%'),
    expect.stringContaining('41%'),
  ])
  // Two candidates of one product are grouped.
  expect(list.getByText('2 candidates')).toBeInTheDocument()
  await userEvent.click(list.getByRole('button', { name: /72%/ }))
  const shown = await pair()
  expect(shown.getByText('Needs Review')).toBeInTheDocument()
  expect(shown.getByText('Pending')).toBeInTheDocument()
  expect(shown.getByText('Confidence 72%')).toHaveClass('orange')
  expect(shown.getByText('2 of 3')).toBeInTheDocument()
  expect(shown.getByText('269').parentElement).toHaveTextContent('269.900')
  expect(shown.getByRole('link', { name: 'Open Gigabyte RTX5070Ti Windforce OC V2 16GB Gaming Card' })).toHaveAttribute(
    'href',
    'http://shop.test/candidate',
  )
  expect(shown.getByText('V2')).toHaveClass('differs')
  expect(shown.getByText('Gaming')).toHaveClass('added')
  const rows = shown.getAllByRole('row').map((row) => row.textContent)
  expect(rows[1]).toBe('Part numberGV-N507TWF3OC-16GDGV-N507TWF3OCV2-16GDDiffers')
  expect(rows.find((row) => row?.startsWith('Length'))).toBe('Length304 mm261 mmDiffers')
  expect(rows.findIndex((row) => row?.endsWith('Differs'))).toBeLessThan(rows.findIndex((row) => row?.endsWith('Same')))
  expect(rows.find((row) => row?.startsWith('Boost clock'))).toContain('Not stated')
  expect(shown.getByText('Length differs: 261 mm in the shop, 304 mm here.')).toBeInTheDocument()
  expect(shown.getByText('Looks like another variant: v2 in the shop, – here.')).toBeInTheDocument()
})

test('both products of a match are shown with their offers and links', async () => {
  waiting = [first]
  renderApp('/admin?tab=matches')
  const shown = await pair()
  const offers = within(shown.getByRole('list', { name: `Offers of ${first.candidateProduct.name}` }))
  expect(offers.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
    ['Gigabyte RTX5070Ti Windforce OC V2', 'http://shop.test/candidate'],
    ['RTX 5070 Ti Windforce V2', 'http://shop.test/sibling'],
  ])
  expect(shown.getByText('9 offers')).toBeInTheDocument()
  expect(shown.getByText('and 7 more')).toBeInTheDocument()
  const addresses = shown.getAllByRole('link').map((link) => link.getAttribute('href'))
  for (const { productId } of [first.referenceProduct, first.candidateProduct])
    expect(addresses).toContain(`/product/${productId}`)
  await userEvent.selectOptions(screen.getByLabelText('Sort by'), 'Highest confidence')
  await waitFor(() => expect(requests.at(-1)).toContain('sort=confidence'))
})

test('keys decide matches, move through the queue and undo', async () => {
  renderApp('/admin?tab=matches')
  const list = await queue()
  await pair()
  await userEvent.keyboard('{ArrowDown}')
  expect(list.getByRole('button', { name: /72%/ })).toHaveAttribute('aria-current', 'true')
  await userEvent.keyboard('{ArrowUp}')
  await userEvent.keyboard('[KeyA]')
  await waitFor(() => expect(posted).toEqual([['approve', { id: other.id }]]))
  expect(await screen.findByText('Approved: Samsung 990 Pro 2TB NVMe')).toBeInTheDocument()
  await waitFor(() => expect(list.queryByRole('button', { name: /97%/ })).toBeNull())
  await userEvent.keyboard('[KeyN]')
  await waitFor(() => expect(posted[1]).toEqual(['reject', { id: first.id }]))
  await userEvent.click(await screen.findByRole('button', { name: 'Undo' }))
  await waitFor(() => expect(posted[2]).toEqual(['undo', { id: first.id }]))
  // The decision before it can still be undone.
  expect(await screen.findByText('Approved: Samsung 990 Pro 2TB NVMe')).toBeInTheDocument()
})

test('a decision can be undone for thirty seconds', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  try {
    renderApp('/admin?tab=matches')
    await userEvent
      .setup({ advanceTimers: vi.advanceTimersByTime })
      .click(await (await pair()).findByRole('button', { name: 'Mark No Match' }))
    expect(await screen.findByRole('button', { name: 'Undo' })).toBeInTheDocument()
    await vi.advanceTimersByTimeAsync(28_000)
    expect(screen.getByRole('button', { name: 'Undo' })).toBeInTheDocument()
    await vi.advanceTimersByTimeAsync(2_100)
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull())
  } finally {
    vi.useRealTimers()
  }
})

test('a flag keeps its note and the match stays in the queue', async () => {
  renderApp('/admin?tab=matches')
  await pair()
  await userEvent.keyboard('[KeyF]')
  const dialog = within(await screen.findByRole('dialog', { name: 'Flag for Follow-up' }))
  await userEvent.type(dialog.getByLabelText('Note'), 'ask the shop, a photo')
  waiting = [{ ...other, decision: 'NEEDS_REVIEW', flagNote: 'ask the shop, a photo' }, first, second]
  await userEvent.click(dialog.getByRole('button', { name: 'Flag for Follow-up' }))
  await waitFor(() => expect(posted).toEqual([['flag', { id: other.id, notes: 'ask the shop, a photo' }]]))
  expect(await (await pair()).findByText('ask the shop, a photo')).toBeInTheDocument()
})

test('a flag needs no note', async () => {
  renderApp('/admin?tab=matches')
  await pair()
  await userEvent.keyboard('[KeyF]')
  const dialog = within(await screen.findByRole('dialog', { name: 'Flag for Follow-up' }))
  expect(dialog.getByLabelText('Note')).toHaveValue('')
  expect(dialog.getByLabelText('Note')).not.toBeRequired()
  waiting = [{ ...other, decision: 'NEEDS_REVIEW' }, first, second]
  await userEvent.click(dialog.getByRole('button', { name: 'Flag for Follow-up' }))
  await waitFor(() => expect(posted).toEqual([['flag', { id: other.id, notes: '' }]]))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(await (await pair()).findByText('Needs Review')).toBeInTheDocument()
})

test('a match that another administrator has decided is reported, and the list is reloaded', async () => {
  server.use(
    http.post('*/api/admin/matches/approve', () => {
      waiting = [first, second]
      return HttpResponse.json({ error: 'x', code: 'MATCH_DECIDED' }, { status: 409 })
    }),
  )
  renderApp('/admin?tab=matches')
  await userEvent.click(await (await pair()).findByRole('button', { name: 'Approve Match' }))
  expect(await screen.findByRole('alert')).toHaveTextContent('Somebody else has already decided this match.')
  const list = await queue()
  await waitFor(() => expect(list.queryByRole('button', { name: /97%/ })).toBeNull())
})

test.each([
  ['approve', 'Approve Match', 'Failed to approve match'],
  ['reject', 'Mark No Match', 'Failed to reject match'],
])('a decision that fails says so and changes nothing: %s', async (call, button, words) => {
  server.use(
    http.post(`*/api/admin/matches/${call}`, () => HttpResponse.json({ error: '', code: 'INTERNAL' }, { status: 500 })),
  )
  renderApp('/admin?tab=matches')
  await userEvent.click(await (await pair()).findByRole('button', { name: button }))
  expect(await screen.findByRole('alert')).toHaveTextContent(words)
  expect((await queue()).getAllByRole('button')).toHaveLength(3)
})

test('a flag that fails says so in its dialog', async () => {
  server.use(
    http.post('*/api/admin/matches/flag', () => HttpResponse.json({ error: '', code: 'INTERNAL' }, { status: 500 })),
  )
  renderApp('/admin?tab=matches')
  await pair()
  await userEvent.keyboard('[KeyF]')
  const dialog = within(await screen.findByRole('dialog', { name: 'Flag for Follow-up' }))
  await userEvent.click(dialog.getByRole('button', { name: 'Flag for Follow-up' }))
  expect(await screen.findByText('Failed to flag match')).toBeInTheDocument()
})

test('decided matches have no actions, and the URL holds the filters', async () => {
  waiting = [match({ status: 'REJECTED', decision: 'NO_MATCH', decidedBy: 'Dana' })]
  const { router } = renderApp('/admin?tab=matches')
  const shown = await pair()
  for (const name of [/Approve Match/, /Mark No Match/, /Flag for Follow-up/, /Reopen/]) {
    expect(shown.queryByRole('button', { name })).toBeNull()
  }
  expect(shown.getByText('Decided by Dana')).toBeInTheDocument()
  await userEvent.selectOptions(screen.getByLabelText('Status'), 'Rejected')
  await userEvent.selectOptions(screen.getByLabelText('Decision'), 'No Match')
  await waitFor(() => expect(router.state.location.href).toBe('/admin?tab=matches&status=REJECTED&decision=NO_MATCH'))
  await waitFor(() => expect(requests.at(-1)).toBe('?status=rejected&decision=no_match&sort=worth&page=1&limit=50'))
})

test('an empty queue and a failing one say so', async () => {
  waiting = []
  renderApp('/admin?tab=matches')
  expect(await screen.findByText('No matches found')).toBeInTheDocument()
  server.use(http.get('*/api/admin/matches', () => HttpResponse.json({ error: '', code: 'INTERNAL' }, { status: 400 })))
  await userEvent.click(screen.getByRole('button', { name: 'Refresh' }))
  expect(await screen.findByRole('alert')).toHaveTextContent('Failed to fetch matches')
})

test('the export opens in a new tab', async () => {
  const open = vi.spyOn(window, 'open').mockReturnValueOnce(window).mockReturnValueOnce(null)
  renderApp('/admin?tab=matches&status=ALL')
  await pair()
  await userEvent.click(screen.getByRole('button', { name: 'Export' }))
  await waitFor(() =>
    expect(open).toHaveBeenCalledWith(
      '/api/admin/matches/export?status=all&decision=all&sort=worth&format=csv',
      '_blank',
    ),
  )
  await userEvent.click(screen.getByRole('button', { name: 'Export' }))
  expect(await screen.findByRole('alert')).toHaveTextContent('Failed to export')
})

test('bulk approval asks first, and reports what failed', async () => {
  const sure = match({ ...other, id: '00000000-0000-4000-8000-0000000000d4', confidence: 0.95 })
  waiting = [other, sure, first]
  server.use(
    http.post('*/api/admin/matches/approve-many', async ({ request }) => {
      posted.push(['approve-many', await request.json()])
      return HttpResponse.json({ approved: 1, failed: [{ id: sure.id, error: 'x', code: 'MATCH_DECIDED' }] })
    }),
  )
  renderApp('/admin?tab=matches')
  await pair()
  await userEvent.click(screen.getByRole('button', { name: /^Bulk Approve 95%\+/ }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Bulk Approve 95%+' }))
  expect(await dialog.findByText('Approve 2 matches with 95%+ confidence?')).toBeInTheDocument()
  const pairs = within(dialog.getByRole('region', { name: 'Pairs' })).getAllByRole('listitem')
  expect(pairs.map((line) => line.textContent)).toEqual(
    [other, sure].map(
      (one) => `${formatPercent(one.confidence)}${one.candidateProduct.name} = ${one.referenceProduct.name}`,
    ),
  )
  await userEvent.click(dialog.getByRole('button', { name: 'Approve' }))
  expect(await dialog.findByText('Approved 1, failed 1')).toBeInTheDocument()
  expect(dialog.getByRole('listitem')).toHaveTextContent('Somebody else has already decided this match.')
  expect(posted).toEqual([['approve-many', { ids: [other.id, sure.id], bulkId: expect.any(String) }]])
})

test('bulk approval asks again for matches that the server had no time for', async () => {
  const sure = match({ ...other, id: '00000000-0000-4000-8000-0000000000d4', confidence: 0.95 })
  waiting = [other, sure]
  server.use(
    http.post('*/api/admin/matches/approve-many', async ({ request }) => {
      const body = await request.json()
      posted.push(['approve-many', body])
      const failed = posted.length === 1 ? [{ id: sure.id, error: 'x', code: 'TIMEOUT' }] : []
      return HttpResponse.json({ approved: 1, failed })
    }),
  )
  renderApp('/admin?tab=matches')
  await pair()
  await userEvent.click(screen.getByRole('button', { name: /^Bulk Approve 95%\+/ }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Bulk Approve 95%+' }))
  await userEvent.click(await dialog.findByRole('button', { name: 'Approve' }))
  await waitFor(() =>
    expect(posted).toEqual([
      ['approve-many', { ids: [other.id, sure.id], bulkId: expect.any(String) }],
      ['approve-many', { ids: [sure.id], bulkId: expect.any(String) }],
    ]),
  )
})

test('bulk approval without confident matches says so', async () => {
  waiting = [first]
  renderApp('/admin?tab=matches')
  await pair()
  await userEvent.click(screen.getByRole('button', { name: /^Bulk Approve 95%\+/ }))
  expect(await screen.findByText('No pending matches with 95%+ confidence found')).toBeInTheDocument()
})

test('the queue is shown in Arabic', async () => {
  await switchLanguage('ar')
  renderApp('/admin?tab=matches')
  expect(await screen.findByRole('button', { name: /^اعتمد المطابقة/ })).toBeInTheDocument()
  expect(screen.getByRole('region', { name: 'هالصفحة نفس منتج هذيك الصفحة؟' })).toBeInTheDocument()
})

test('evidence has the texts of the table of the matcher', () => {
  const table = readFileSync(join(import.meta.dirname, '../../../config/matching/messages.toml'), 'utf8')
  const sentences = [...table.matchAll(/\[(\w+)\]\nen = "(.*)"\nar = "(.*)"/g)].map(([, code, en, ar]) => [
    code,
    en,
    ar,
  ])
  const here = Object.entries(adminTabsEn.admin.why).map(([code, en]) => [
    code,
    en,
    adminTabsAr.admin.why[code as keyof typeof adminTabsEn.admin.why],
  ])
  expect(here).toEqual(
    sentences.map(([code, en, ar]) => [code, en?.replaceAll(/[{}]/g, '$&$&'), ar?.replaceAll(/[{}]/g, '$&$&')]),
  )
})
