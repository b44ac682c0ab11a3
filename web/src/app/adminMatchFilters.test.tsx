import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { beforeEach, expect, test } from 'vitest'
import { switchLanguage } from '~/i18n'
import { user } from '~/testing/fixtures'
import { match, matchSide } from '~/testing/matches'
import { server } from '~/testing/server'
import { renderApp } from './renderApp'

// The panel is loaded lazily, which is slow on a busy machine.
const patient = { timeout: 20_000 }
const first = match()
const differing = match({
  id: '00000000-0000-4000-8000-0000000000d2',
  rationale: [{ code: 'PART_NUMBER_DIFFERS', offer: 'A1', product: 'B2' }],
  candidateProduct: matchSide({ id: '00000000-0000-4000-8000-0000000000e2', name: 'Another candidate' }),
})

let waiting = [first, differing]
let posted: [string, unknown][] = []
let requests: string[] = []

beforeEach(() => {
  waiting = [first, differing]
  posted = []
  requests = []
  server.use(
    http.get('*/api/auth/me', () => HttpResponse.json({ user: user({ role: 'ADMIN' }) })),
    http.get('*/api/admin/open-work', () =>
      HttpResponse.json({ matches: 7, manufacturers: 0, heldPrices: 1, parkedJobs: 1, failedCrawls: 0 }),
    ),
    http.get('*/api/admin/matches', ({ request }) => {
      requests.push(new URL(request.url).search)
      return HttpResponse.json({ matches: waiting, total: waiting.length, page: 1, limit: 50, confidentCount: 0 })
    }),
    http.get('*/api/admin/matches/bulk-decisions', () => HttpResponse.json({ bulkDecisions: [] })),
    http.post('*/api/admin/matches/:what', async ({ request, params }) => {
      posted.push([String(params.what), await request.json()])
      return params.what === 'reject-many'
        ? HttpResponse.json({ rejected: 1, failed: [] })
        : new HttpResponse(null, { status: 204 })
    }),
  )
})

test('the queue is filtered by retailer, confidence, note, age and words, and the URL holds the filters', async () => {
  const { router } = renderApp('/admin?tab=matches')
  await screen.findByRole('region', { name: 'Queue' }, patient)
  await userEvent.selectOptions(screen.getByLabelText('Confidence'), '80–95%')
  await userEvent.selectOptions(screen.getByLabelText('Note'), 'With a note')
  await userEvent.selectOptions(screen.getByLabelText('Waiting for'), '7 days or more')
  await userEvent.type(screen.getByRole('searchbox', { name: 'Title, part number or offer ID' }), 'rtx 5070{Enter}')
  await waitFor(() =>
    expect(router.state.location.href).toBe('/admin?tab=matches&confidence=80-95&flagged=true&age=7&q=rtx+5070'),
  )
  await waitFor(() =>
    expect(requests.at(-1)).toContain('minConfidence=80&maxConfidence=95&flagged=true&minAgeDays=7&q=rtx%205070'),
  )
})

test('the matches of a filter are ticked by hand and decided after a question; differing part numbers only as no match', async () => {
  renderApp('/admin?tab=matches')
  await screen.findByRole('region', { name: 'Queue' }, patient)
  await userEvent.click(screen.getByRole('button', { name: 'Bulk decision' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Bulk decision' }))
  expect(await dialog.findByText(/^Ticked: 0 of 2\./)).toBeInTheDocument()
  expect(dialog.getByRole('button', { name: 'Approve' })).toBeDisabled()
  expect(dialog.getByRole('button', { name: 'Mark no match' })).toBeDisabled()
  await userEvent.click(dialog.getByRole('checkbox', { name: 'Tick Another candidate' }))
  expect(dialog.getByRole('button', { name: 'Approve' })).toBeDisabled()
  await userEvent.click(dialog.getByRole('checkbox', { name: 'All' }))
  await userEvent.click(dialog.getByRole('button', { name: 'Approve' }))
  expect(dialog.getByText('Approve these 1 pairs?')).toBeInTheDocument()
  expect(dialog.getByText('Left out, because the part numbers differ: 1.')).toBeInTheDocument()
  await userEvent.click(dialog.getByRole('button', { name: 'Back' }))
  await userEvent.click(dialog.getByRole('button', { name: 'Mark no match' }))
  expect(posted).toEqual([])
  await userEvent.click(dialog.getByRole('button', { name: 'Mark 2 as no match' }))
  expect(await dialog.findByText('Marked 1 as no match')).toBeInTheDocument()
  expect(posted).toEqual([['reject-many', { ids: [first.id, differing.id], bulkId: expect.any(String) }]])
})

test('a bulk decision of the last hour is undone as a whole, in as many calls as the server needs', async () => {
  const decision = {
    id: '00000000-0000-4000-8000-0000000000b1',
    status: 'APPROVED',
    count: 3,
    decidedBy: 'Dana',
    decidedAt: new Date(Date.now() - 120_000).toISOString(),
    undoUntil: new Date(Date.now() + 3_480_000).toISOString(),
  }
  let calls = 0
  server.use(
    http.get('*/api/admin/matches/bulk-decisions', () =>
      HttpResponse.json({ bulkDecisions: calls < 2 ? [decision] : [] }),
    ),
    http.post('*/api/admin/matches/bulk-decisions/undo', async ({ request }) => {
      calls += 1
      posted.push(['undo', await request.json()])
      const failed = calls === 1 ? [{ id: first.id, error: 'x', code: 'TIMEOUT' }] : []
      return HttpResponse.json({ undone: calls === 1 ? 2 : 1, failed })
    }),
  )
  renderApp('/admin?tab=matches')
  const recent = within(await screen.findByRole('list', { name: 'Recent bulk decisions' }, patient))
  expect(recent.getByRole('listitem')).toHaveTextContent('Dana approved 3 together, 2 min ago')
  await userEvent.click(recent.getByRole('button', { name: 'Undo all' }))
  expect(await screen.findByText('Undone: 3')).toBeInTheDocument()
  await waitFor(() => expect(screen.queryByRole('list', { name: 'Recent bulk decisions' })).not.toBeInTheDocument())
  expect(posted).toEqual([
    ['undo', { id: decision.id }],
    ['undo', { id: decision.id }],
  ])
})

test.each([
  {
    language: 'en' as const,
    queue: 'Queue',
    tick: 'Tick',
    decide: 'Decide on selected',
    title: 'Bulk decision',
    reject: 'Mark no match',
    confirm: 'Mark 1 as no match',
    done: 'Marked 1 as no match',
  },
  {
    language: 'ar' as const,
    queue: 'القائمة',
    tick: 'اختر',
    decide: 'قرر على المختار',
    title: 'قرر عليها سوا',
    reject: 'مو متطابقة',
    confirm: 'علّم \u20661\u2069 إنها مو متطابقة',
    done: 'علّمنا \u20661\u2069 إنها مو متطابقة',
  },
])(
  'rows of the queue are ticked, by key too, and decided on with the same preview ($language)',
  async ({ language, queue, tick, decide, title, reject, confirm, done }) => {
    const third = match({
      id: '00000000-0000-4000-8000-0000000000d4',
      candidateProduct: matchSide({ id: '00000000-0000-4000-8000-0000000000e4', name: 'Third candidate' }),
    })
    waiting = [first, differing, third]
    await switchLanguage(language)
    renderApp('/admin?tab=matches')
    const rows = within(await screen.findByRole('region', { name: queue }, patient))
    await userEvent.keyboard('x')
    const firstTick = rows.getByRole('checkbox', { name: new RegExp(`^${tick} .*${first.candidateProduct.name}`) })
    expect(firstTick).toBeChecked()
    await userEvent.click(rows.getByRole('button', { name: decide }))
    const dialog = within(await screen.findByRole('dialog', { name: title }))
    expect(dialog.queryByRole('checkbox', { name: /Third candidate/ })).not.toBeInTheDocument()
    await userEvent.click(dialog.getByRole('button', { name: reject }))
    await userEvent.click(dialog.getByRole('button', { name: confirm }))
    expect(await dialog.findByText(done)).toBeInTheDocument()
    expect(posted).toEqual([['reject-many', { ids: [first.id], bulkId: expect.any(String) }]])
  },
)

test('the whole page of the queue can be ticked and cleared at once', async () => {
  renderApp('/admin?tab=matches')
  const rows = within(await screen.findByRole('region', { name: 'Queue' }, patient))
  await userEvent.click(rows.getByRole('checkbox', { name: 'Select all' }))
  expect(rows.getByText('2 selected')).toBeInTheDocument()
  await userEvent.click(rows.getByRole('button', { name: 'Clear selection' }))
  expect(rows.getByRole('checkbox', { name: 'Select all' })).not.toBeChecked()
  expect(rows.queryByRole('button', { name: 'Decide on selected' })).not.toBeInTheDocument()
})

test('a decided match can be reopened with a note', async () => {
  waiting = [match({ status: 'REJECTED', decision: 'NO_MATCH' })]
  renderApp('/admin?tab=matches&status=REJECTED')
  await screen.findByRole('region', { name: 'Queue' }, patient)
  // By keyboard alone.
  screen.getByRole('button', { name: 'More actions' }).focus()
  await userEvent.keyboard('{Enter}{Tab}')
  expect(screen.getByRole('button', { name: 'Reopen' })).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  const dialog = within(await screen.findByRole('dialog', { name: 'Reopen' }))
  await userEvent.type(dialog.getByRole('textbox'), 'wrong edition')
  await userEvent.click(dialog.getByRole('button', { name: 'Reopen' }))
  await waitFor(() => expect(posted).toEqual([['reopen', { id: first.id, notes: 'wrong edition' }]]))
})

test('tabs count the open work', async () => {
  renderApp('/admin?tab=matches')
  expect(await screen.findByRole('link', { name: 'Match Review Queue, 7 waiting' }, patient)).toBeInTheDocument()
  expect(screen.getByRole('link', { name: 'Operations, 2 waiting' })).toBeInTheDocument()
  expect(screen.getByRole('link', { name: 'Manufacturers' })).toBeInTheDocument()
})
