import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { beforeEach, expect, test } from 'vitest'
import { user } from '~/testing/fixtures'
import { server } from '~/testing/server'
import { renderApp } from './renderApp'

// The panel is loaded lazily, which is slow on a busy machine.
const patient = { timeout: 20_000 }
const searched = {
  text: 'cheap vga',
  language: 'en',
  searches: 12,
  emptySearches: 4,
  results: 7,
  clicks: 2,
  meanRank: 3.25,
  understood: [{ kind: 'sort', label: 'price_asc', words: 'cheap' }],
  unknownWords: ['vga'],
  nextTexts: ['cheap graphics card'],
}
const rule = (change: object = {}) => ({
  id: '00000000-0000-4000-8000-000000000001',
  kind: 'SYNONYM',
  text: 'vga',
  other: 'graphics card',
  twoWay: true,
  path: null,
  productId: null,
  productName: null,
  createdAt: '2026-11-21T09:00:00Z',
  createdBy: 'Dana',
  deletedAt: null,
  ...change,
})

let requests: string[] = []
let sent: [string, unknown][] = []
beforeEach(() => {
  requests = []
  sent = []
  server.use(
    http.get('*/api/auth/me', () => HttpResponse.json({ user: user({ name: 'Dana', role: 'ADMIN' }) })),
    http.get('*/api/admin/searches', ({ request }) => {
      requests.push(new URL(request.url).search)
      return HttpResponse.json({ searches: [searched], total: 1, page: 1, limit: 50 })
    }),
    http.get('*/api/admin/searches/rules', () =>
      HttpResponse.json({
        rules: [
          rule(),
          rule({
            id: '00000000-0000-4000-8000-000000000002',
            kind: 'REDIRECT',
            text: 'cards',
            other: null,
            twoWay: false,
            path: '/gpu',
            deletedAt: '2026-11-21T09:30:00Z',
          }),
        ],
      }),
    ),
    http.post('*/api/admin/searches/rules/preview', async ({ request }) => {
      sent.push(['preview', await request.json()])
      const before = { total: 0, products: [], redirect: null }
      const after = { total: 2, products: ['ASUS RTX 5070'], redirect: null }
      const difference = { text: 'vga', language: null, searches: 0, before, after }
      return HttpResponse.json({ texts: 40, changed: 1, differences: [difference] })
    }),
    http.post('*/api/admin/searches/rules', async ({ request }) => {
      const body = (await request.json()) as { path?: string }
      if (body.path === 'elsewhere')
        return HttpResponse.json({ error: 'x', code: 'INVALID_FIELDS', fields: { path: 'x' } }, { status: 422 })
      sent.push(['create', body])
      return HttpResponse.json({ id: '00000000-0000-4000-8000-000000000003' }, { status: 201 })
    }),
    http.delete('*/api/admin/searches/rules/:id', ({ params }) => {
      sent.push(['delete', params.id])
      return new HttpResponse(null, { status: 204 })
    }),
    http.post('*/api/admin/searches/rules/:id/restore', ({ params }) => {
      sent.push(['restore', params.id])
      return new HttpResponse(null, { status: 204 })
    }),
  )
})

test('searches are listed with what was understood, and filtered', async () => {
  renderApp('/admin?tab=searches')
  const table = within(await screen.findByRole('region', { name: 'What people search' }, patient))
  expect(table.getByText('cheap vga')).toBeInTheDocument()
  expect(table.getByText('Unknown: vga')).toBeInTheDocument()
  expect(table.getByText('Searched next: cheap graphics card')).toBeInTheDocument()
  expect(table.getByText('3.3')).toBeInTheDocument()
  await userEvent.selectOptions(screen.getByLabelText('Show'), 'Without results')
  await waitFor(() => expect(requests.at(-1)).toContain('view=no_results'))
  await userEvent.click(screen.getByRole('link', { name: 'Add a rule for cheap vga' }))
  expect(await screen.findByLabelText('Words')).toHaveValue('cheap vga')
})

test('a rule is previewed and saved', async () => {
  renderApp('/admin?tab=searches&view=rules')
  await userEvent.type(await screen.findByLabelText('Words', undefined, patient), 'vga')
  await userEvent.type(screen.getByLabelText('Also means'), 'graphics card')
  await userEvent.click(screen.getByRole('button', { name: 'Preview' }))
  expect(await screen.findByText('1 of 40 texts would change')).toBeInTheDocument()
  expect(screen.getByText('Then 2: ASUS RTX 5070')).toBeInTheDocument()
  await userEvent.click(screen.getByRole('button', { name: 'Save rule' }))
  const body = { kind: 'SYNONYM', text: 'vga', other: 'graphics card', twoWay: true }
  await waitFor(() =>
    expect(sent).toEqual([
      ['preview', body],
      ['create', body],
    ]),
  )
  expect(await screen.findByText('Saved: vga')).toBeInTheDocument()
  expect(screen.getByLabelText('Words')).toHaveValue('')
})

test('a wrong page is refused at its field', async () => {
  renderApp('/admin?tab=searches&view=rules')
  await userEvent.selectOptions(await screen.findByLabelText('Kind', undefined, patient), 'Redirect')
  await userEvent.type(screen.getByLabelText('Whole text of the search'), 'cards')
  await userEvent.type(screen.getByLabelText('Page'), 'elsewhere')
  await userEvent.click(screen.getByRole('button', { name: 'Save rule' }))
  expect(await screen.findByText('Enter the path of a page of this site, such as /gpu.')).toBeInTheDocument()
})

test('rules are deleted and restored', async () => {
  renderApp('/admin?tab=searches&view=rules')
  await userEvent.click(await screen.findByRole('button', { name: 'Delete the rule for vga' }, patient))
  await waitFor(() => expect(sent).toEqual([['delete', rule().id]]))
  await userEvent.click(await screen.findByRole('button', { name: 'Restore the rule for cards' }))
  await waitFor(() => expect(sent[1]?.[0]).toBe('restore'))
})
