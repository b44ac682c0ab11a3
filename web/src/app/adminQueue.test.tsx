import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { beforeEach, expect, test } from 'vitest'
import { user } from '~/testing/fixtures'
import { match, matchSide } from '~/testing/matches'
import { server } from '~/testing/server'
import { renderApp } from './renderApp'

// The panel is loaded lazily, which is slow on a busy machine.
const patient = { timeout: 20_000 }

/** Returns the match at a position of the queue; each is about a product of its own. */
const nth = (n: number) =>
  match({
    id: `00000000-0000-4000-8000-00000000d${String(n).padStart(3, '0')}`,
    rationale: [],
    referenceProduct: matchSide({ id: `00000000-0000-4000-8000-00000000c${String(n).padStart(3, '0')}` }),
    candidateProduct: matchSide({
      id: `00000000-0000-4000-8000-00000000e${String(n).padStart(3, '0')}`,
      name: `Candidate ${n}`,
      productId: null,
    }),
  })

let waiting: ReturnType<typeof nth>[] = []
let decided: ReturnType<typeof nth>[] = []
let posted: [string, string][] = []
let requests: URLSearchParams[] = []
let answer: Promise<unknown> = Promise.resolve()

beforeEach(() => {
  waiting = Array.from({ length: 60 }, (_, index) => nth(index + 1))
  decided = []
  posted = []
  requests = []
  answer = Promise.resolve()
  server.use(
    http.get('*/api/auth/me', () => HttpResponse.json({ user: user({ role: 'ADMIN' }) })),
    http.get('*/api/admin/matches', ({ request }) => {
      const query = new URL(request.url).searchParams
      requests.push(query)
      const id = query.get('id')
      const found = id === null ? waiting : [...waiting, ...decided].filter((one) => one.id === id)
      const page = Number(query.get('page') ?? 1)
      const matches = found.slice((page - 1) * 50, page * 50)
      return HttpResponse.json({ matches, total: found.length, page, limit: 50, confidentCount: 0 })
    }),
    http.get('*/api/admin/matches/bulk-decisions', () => HttpResponse.json({ bulkDecisions: [] })),
    http.post('*/api/admin/matches/:what', async ({ request, params }) => {
      const { id } = (await request.json()) as { id: string }
      posted.push([String(params.what), id])
      await answer
      const one = [...waiting, ...decided].find((other) => other.id === id)
      if (!one) return HttpResponse.json({ error: 'gone', code: 'MATCH_NOT_FOUND' }, { status: 404 })
      if (params.what === 'undo') {
        decided = decided.filter((other) => other !== one)
        waiting = [...waiting, one].toSorted((a, b) => a.id.localeCompare(b.id))
      } else if (params.what !== 'flag') {
        waiting = waiting.filter((other) => other !== one)
        decided = [...decided, one]
      }
      return new HttpResponse(null, { status: 204 })
    }),
  )
})

const queue = async () => within(await screen.findByRole('region', { name: 'Queue' }, patient))
const pair = async () =>
  within(await screen.findByRole('region', { name: 'Is this page the same product as that one?' }, patient))
const expectShown = async (n: number) =>
  waitFor(async () => expect((await pair()).getByLabelText(`Open Candidate ${n}`)).toBeVisible())

test('U takes the last decision back and shows its pair again', async () => {
  renderApp('/admin?tab=matches')
  await expectShown(1)
  await userEvent.keyboard('[KeyA]')
  await screen.findByText('Approved: Candidate 1')
  await userEvent.keyboard('{ArrowDown}{ArrowDown}')
  await expectShown(4)
  await userEvent.keyboard('[KeyU]')
  await waitFor(() => expect(posted.at(-1)).toEqual(['undo', nth(1).id]))
  await expectShown(1)
  expect(screen.queryByText('Approved: Candidate 1')).toBeNull()
})

test('a second key that comes before the answer to the first waits for it, and is about the next pair', async () => {
  let release: (() => void) | undefined
  answer = new Promise<void>((resolve) => (release = resolve))
  renderApp('/admin?tab=matches')
  await expectShown(1)
  await userEvent.keyboard('[KeyA][KeyN]')
  await expectShown(3)
  expect(posted).toEqual([['approve', nth(1).id]])
  release?.()
  await waitFor(() =>
    expect(posted).toEqual([
      ['approve', nth(1).id],
      ['reject', nth(2).id],
    ]),
  )
  expect(await screen.findByText('Marked as no match: Candidate 2')).toBeInTheDocument()
})

test('a decision that fails shows its pair again', async () => {
  server.use(
    http.post('*/api/admin/matches/approve', () =>
      HttpResponse.json({ error: 'down', code: 'UNAVAILABLE' }, { status: 503 }),
    ),
  )
  renderApp('/admin?tab=matches')
  await expectShown(1)
  await userEvent.keyboard('[KeyA]')
  expect(await screen.findByRole('alert')).toBeInTheDocument()
  await expectShown(1)
  expect((await queue()).getByRole('button', { name: /Candidate 1\D/ })).toHaveAttribute('aria-current', 'true')
})

test('the address holds the selected pair, and arrows go on to the next page and back', async () => {
  const { router } = renderApp('/admin?tab=matches')
  await expectShown(1)
  await userEvent.click((await queue()).getByRole('button', { name: /Candidate 50/ }))
  await waitFor(() => expect(router.state.location.search).toMatchObject({ match: nth(50).id }))
  await userEvent.keyboard('{ArrowDown}')
  await expectShown(51)
  expect(router.state.location.search).toMatchObject({ page: '2' })
  expect((await pair()).getByText('51 of 60')).toBeInTheDocument()
  await userEvent.keyboard('{ArrowUp}')
  await expectShown(50)
  expect(router.state.location.href).not.toContain('page=')
})

test('a link shows its pair, on whatever page it is', async () => {
  renderApp(`/admin?tab=matches&match=${nth(57).id}`)
  await expectShown(57)
  expect((await pair()).getByRole('link', { name: 'Link to this pair' })).toHaveAttribute(
    'href',
    `/admin?tab=matches&match=${nth(57).id}`,
  )
  expect(requests.at(-1)?.get('id')).toBe(nth(57).id)
})

test('a link shows its pair also when it is decided', async () => {
  waiting = waiting.filter(({ id }) => id !== nth(57).id)
  decided = [{ ...nth(57), status: 'APPROVED' }]
  renderApp(`/admin?tab=matches&match=${nth(57).id}`)
  await expectShown(57)
  const shown = await pair()
  // A decided pair has no actions in sight; one stands in a menu.
  for (const name of ['Approve', 'Reject', 'Flag', 'Reopen']) {
    expect(shown.queryByRole('button', { name: new RegExp(name) })).toBeNull()
  }
  const more = shown.getByRole('button', { name: 'More actions' })
  expect(more).toHaveAttribute('aria-expanded', 'false')
  await userEvent.click(more)
  expect(shown.getByRole('button', { name: 'Reopen' })).toBeInTheDocument()
  await userEvent.keyboard('{Escape}')
  expect(shown.queryByRole('button', { name: 'Reopen' })).toBeNull()
  expect(more).toHaveFocus()
})

test('a link to a pair that is gone says so, and shows the queue', async () => {
  renderApp('/admin?tab=matches&match=00000000-0000-4000-8000-000000000000')
  expect(await screen.findByText('This pair is no longer there.')).toBeInTheDocument()
  await expectShown(1)
})

test('two reviewers of one pair are told of each other', async () => {
  const claimed: unknown[] = []
  server.use(
    http.post('*/api/admin/match-claims', async ({ request }) => {
      claimed.push(await request.json())
      return HttpResponse.json({ otherReviewers: claimed.length === 1 ? ['Sara'] : ['Sara', 'Omar'] })
    }),
  )
  renderApp('/admin?tab=matches')
  expect(await screen.findByText('Sara is looking at this pair', undefined, patient)).toBeInTheDocument()
  await userEvent.keyboard('{ArrowDown}')
  expect(await screen.findByText('Sara, Omar are looking at this pair')).toBeInTheDocument()
  expect(claimed).toEqual([{ id: nth(1).id }, { id: nth(2).id }])
})

test('Ctrl and Enter send a note, and every category and order can be chosen', async () => {
  renderApp('/admin?tab=matches')
  await expectShown(1)
  expect(within(screen.getByLabelText('Category')).getAllByRole('option')).toHaveLength(15)
  for (const order of ['Oldest first', 'Shop', 'Manufacturer'])
    expect(within(screen.getByLabelText('Sort by')).getByRole('option', { name: order })).toBeInTheDocument()
  await userEvent.keyboard('[KeyF]')
  const dialog = within(await screen.findByRole('dialog', { name: 'Flag for Follow-up' }))
  await userEvent.type(dialog.getByLabelText('Note'), 'a photo{Control>}{Enter}{/Control}')
  await waitFor(() => expect(posted).toEqual([['flag', nth(1).id]]))
})
