import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { beforeEach, expect, test } from 'vitest'
import { user } from '~/testing/fixtures'
import { server } from '~/testing/server'
import { renderApp } from './renderApp'

const action = (id: string, actionType: string, rest: object = {}) => ({
  id,
  createdAt: '2026-11-21T15:04:00Z',
  admin: { name: 'Dana', email: 'dana@example.com' },
  actionType,
  targetType: 'MATCH',
  targetId: '12345678-0000-4000-8000-000000000001',
  targetName: null,
  targetProductId: null,
  before: { status: 'PENDING', flagNote: null },
  after: { status: 'APPROVED', flagNote: null },
  ...rest,
})
// The first test loads the panel, which is slow on a busy machine.
const patient = { timeout: 20_000 }
let requests: string[] = []

beforeEach(() => {
  requests = []
  server.use(
    http.get('*/api/auth/me', () => HttpResponse.json({ user: user({ role: 'ADMIN' }) })),
    http.get('*/api/admin/audit-log', ({ request }) => {
      requests.push(new URL(request.url).search)
      const actions = [
        action('1', 'APPROVE_MATCH'),
        action('2', 'REJECT_MATCH', {
          targetName: 'A box = AMD Ryzen 7 9800X3D',
          targetProductId: '22222222-0000-4000-8000-000000000001',
        }),
        action('3', 'DELETE_OFFER', { targetType: 'OFFER', admin: { name: '', email: 'noor@example.com' } }),
        action('4', 'LINK_OFFER', { admin: { name: 'SYSTEM', email: null }, before: null, after: null }),
      ]
      return HttpResponse.json({
        actions,
        total: 60,
        page: 1,
        limit: 25,
        actionTypes: ['APPROVE_MATCH', 'REJECT_MATCH', 'DELETE_OFFER', 'LINK_OFFER'],
        admins: [{ id: '33333333-0000-4000-8000-000000000001', name: 'Dana', email: 'dana@example.com' }],
      })
    }),
  )
})

test('the audit log shows who did what, in its colours, and what changed', async () => {
  renderApp('/admin?tab=audit')
  const table = within(await screen.findByRole('table', {}, patient))
  const [head, ...rows] = table.getAllByRole('row')
  expect(head).toHaveTextContent(/^DateAdminActionTarget typeTarget/)
  expect(rows[0]).toHaveTextContent(/2026.*Dana.*APPROVE MATCH.*MATCH.*12345678What changed/)
  expect(table.getByText('APPROVE MATCH')).toHaveClass('green')
  expect(table.getByText('REJECT MATCH')).toHaveClass('red')
  expect(table.getByText('DELETE OFFER')).toHaveClass('orange')
  for (const tone of ['green', 'red', 'orange']) expect(table.getByText('LINK OFFER')).not.toHaveClass(tone)
  expect(rows[2]).toHaveTextContent('noor@example.com')
  const [first] = table.getAllByRole('button', { name: /^Show what changed/ })
  await userEvent.click(first as HTMLElement)
  expect(first).toHaveAttribute('aria-expanded', 'true')
  const changes = within(table.getByRole('list'))
  expect(changes.getAllByRole('listitem')).toHaveLength(1)
  expect(changes.getByRole('listitem')).toHaveTextContent('statusBeforePENDINGAfterAPPROVED')
  await userEvent.click(table.getAllByRole('button').at(-1) as HTMLElement)
  expect(table.getByText('No details recorded.')).toBeInTheDocument()
})

test('a target is named and links to its page, and the log can be filtered by administrator and day', async () => {
  const { router } = renderApp('/admin?tab=audit')
  const link = await screen.findByRole('link', { name: 'A box = AMD Ryzen 7 9800X3D' }, patient)
  expect(link).toHaveAttribute('href', '/product/22222222-0000-4000-8000-000000000001')
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Admin' }), 'Dana')
  await waitFor(() =>
    expect(router.state.location.href).toBe('/admin?tab=audit&admin=33333333-0000-4000-8000-000000000001'),
  )
  await userEvent.type(screen.getByLabelText('From'), '2026-11-20')
  await waitFor(() =>
    expect(requests.at(-1)).toContain(`from=${encodeURIComponent(new Date(2026, 10, 20).toISOString())}`),
  )
})

test('a name has the beginning of its id beside it, and the log is searched by name, id and kind of author', async () => {
  renderApp('/admin?tab=audit')
  const table = within(await screen.findByRole('table', {}, patient))
  expect(table.getAllByRole('row')[2]).toHaveTextContent(/A box = AMD Ryzen 7 9800X3D 12345678/)
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Admin' }), 'All people')
  await waitFor(() => expect(requests.at(-1)).toContain('admin=PEOPLE'))
  await userEvent.type(screen.getByRole('searchbox', { name: 'Name' }), 'ryzen{Enter}')
  await waitFor(() => expect(requests.at(-1)).toContain('search=ryzen'))
  const id = screen.getByRole('searchbox', { name: 'Target ID, or its first characters' })
  await userEvent.type(id, '12345678{Enter}')
  await waitFor(() => expect(requests.at(-1)).toContain('targetId=12345678'))
})

test('amounts are shown in dinars, and pinned fields by their names', async () => {
  const edited = action('1', 'UPDATE_PRODUCT', {
    before: { priceFils: 56_900, pinned: {} },
    after: { priceFils: 77_777, pinned: { price: { price: 77_777 } } },
  })
  server.use(
    http.get('*/api/admin/audit-log', () =>
      HttpResponse.json({
        actions: [edited],
        total: 1,
        page: 1,
        limit: 25,
        actionTypes: ['UPDATE_PRODUCT'],
        admins: [],
      }),
    ),
  )
  renderApp('/admin?tab=audit')
  const table = within(await screen.findByRole('table', {}, patient))
  await userEvent.click(table.getByRole('button', { name: /^Show what changed/ }))
  const [price, pinned] = within(table.getByRole('list')).getAllByRole('listitem')
  expect(price).toHaveTextContent('priceBefore56.900After77.777')
  expect(pinned).toHaveTextContent('Afterprice')
})

test('the log is filtered and paged by the URL', async () => {
  const { router } = renderApp('/admin?tab=audit')
  await screen.findByRole('table')
  await userEvent.selectOptions(screen.getByLabelText('Action'), 'DELETE OFFER')
  await userEvent.selectOptions(screen.getByLabelText('Target type'), 'OFFER')
  await waitFor(() => expect(router.state.location.href).toBe('/admin?tab=audit&action=DELETE_OFFER&target=OFFER'))
  await userEvent.type(screen.getByRole('searchbox', { name: 'Target ID, or its first characters' }), 'abc{Enter}')
  await waitFor(() =>
    expect(requests.at(-1)).toBe('?actionType=DELETE_OFFER&targetType=OFFER&targetId=abc&page=1&limit=25'),
  )
  await userEvent.click(screen.getByRole('link', { name: 'Page 2' }))
  await waitFor(() => expect(requests.at(-1)).toContain('page=2'))
})

test('an empty log and a failing one say so', async () => {
  server.use(
    http.get('*/api/admin/audit-log', () =>
      HttpResponse.json({ actions: [], total: 0, page: 1, limit: 25, actionTypes: [], admins: [] }),
    ),
  )
  renderApp('/admin?tab=audit')
  expect(await screen.findByText('No audit log entries found')).toBeInTheDocument()
  server.use(http.get('*/api/admin/audit-log', () => HttpResponse.json({ error: '', code: 'X' }, { status: 400 })))
  await userEvent.click(screen.getByRole('button', { name: 'Refresh' }))
  expect(await screen.findByRole('alert')).toHaveTextContent('Failed to fetch audit log')
})
