import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { beforeEach, expect, test, vi } from 'vitest'
import { switchLanguage } from '~/i18n'
import { user } from '~/testing/fixtures'
import { server } from '~/testing/server'
import { renderApp } from './renderApp'

// The panel is loaded lazily, which is slow on a busy machine.
const patient = { timeout: 20_000 }
const person = (change: object) => ({
  id: 'u1',
  name: 'Noor',
  email: 'noor@example.com',
  role: 'USER',
  emailVerified: true,
  suspendedAt: null,
  hasSecondFactor: false,
  createdAt: '2026-11-01T09:00:00Z',
  lastSeenAt: null,
  ...change,
})
const review = {
  id: 'r1',
  rating: 1,
  comment: 'Buy at my shop instead',
  updatedAt: '2026-11-20T09:00:00Z',
  userId: 'u1',
  userName: 'Noor',
  productId: '22222222-0000-4000-8000-000000000001',
  productName: 'AMD Ryzen 7 9800X3D',
}

let sent: [string, unknown][] = []
let requests: URLSearchParams[] = []
let people: object[] = []

beforeEach(() => {
  sent = []
  requests = []
  people = [person({ hasSecondFactor: true }), person({ id: 'u2', name: 'Omar', role: 'ADMIN' })]
  server.use(
    http.get('*/api/auth/me', () => HttpResponse.json({ user: user({ role: 'ADMIN' }) })),
    http.get('*/api/admin/users', ({ request }) => {
      requests.push(new URL(request.url).searchParams)
      return HttpResponse.json({ users: people, total: people.length, page: 1, limit: 25 })
    }),
    http.get('*/api/admin/reviews', ({ request }) => {
      requests.push(new URL(request.url).searchParams)
      return HttpResponse.json({ reviews: [review], total: 1, page: 1, limit: 25 })
    }),
    http.post('*/api/admin/:kind/:id/:action', async ({ request, params }) => {
      sent.push([`${String(params.id)} ${String(params.action)}`, await request.json().catch(() => null)])
      return new HttpResponse(null, { status: 204 })
    }),
  )
})

test('a user is suspended, restored, deleted or loses a second factor, each after a confirmation', async () => {
  renderApp('/admin?tab=users')
  for (const [name, button, done, action] of [
    ['Suspend Noor', 'Suspend', 'Noor is suspended', 'suspend'],
    [
      'Reset the two-step login of Noor',
      'Reset two-step login',
      'Noor logs in with the password alone now',
      'remove-second-factor',
    ],
    ['Delete the account of Noor', 'Delete account', 'The account of Noor is deleted', 'delete'],
  ] as const) {
    await userEvent.click(await screen.findByRole('button', { name }, patient))
    const dialog = within(await screen.findByRole('dialog', { name }))
    await userEvent.click(dialog.getByRole('button', { name: button }))
    expect(await screen.findByText(done)).toBeInTheDocument()
    expect(sent.at(-1)).toEqual([`u1 ${action}`, null])
  }
  // An administrator loses the role first.
  expect(screen.queryByRole('button', { name: 'Suspend Omar' })).toBeNull()
  expect(screen.queryByRole('button', { name: 'Delete the account of Omar' })).toBeNull()
})

test('a message of the panel hides after six seconds', async () => {
  renderApp('/admin?tab=users')
  await userEvent.click(await screen.findByRole('button', { name: 'Suspend Noor' }, patient))
  const dialog = within(await screen.findByRole('dialog', { name: 'Suspend Noor' }))
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  try {
    // The clock goes on only by the test, and by the 50 ms between two looks for the message.
    dialog.getByRole('button', { name: 'Suspend' }).click()
    await vi.waitFor(() => screen.getByText('Noor is suspended'))
    act(() => void vi.advanceTimersByTime(5_900))
    expect(screen.getByText('Noor is suspended')).toBeInTheDocument()
    act(() => void vi.advanceTimersByTime(100))
    expect(screen.queryByText('Noor is suspended')).toBeNull()
  } finally {
    vi.useRealTimers()
  }
})

test('a suspended user is marked, and the role can be chosen', async () => {
  people = [person({ suspendedAt: '2026-11-20T09:00:00Z' })]
  const { router } = renderApp('/admin?tab=users')
  expect(await screen.findByText('Suspended', undefined, patient)).toBeInTheDocument()
  expect(screen.queryByRole('button', { name: 'Make Noor an administrator' })).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'Lift the suspension of Noor' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Lift the suspension of Noor' }))
  await userEvent.click(dialog.getByRole('button', { name: 'Lift suspension' }))
  await waitFor(() => expect(sent).toEqual([['u1 restore', null]]))
  await userEvent.selectOptions(screen.getByLabelText('Role'), 'Administrator')
  await waitFor(() => expect(requests.at(-1)?.get('role')).toBe('admin'))
  expect(router.state.location.href).toBe('/admin?tab=users&role=admin')
})

test('reviews are filtered, and deleted with a reason', async () => {
  renderApp('/admin?tab=reviews')
  const table = within(await screen.findByRole('table', {}, patient))
  expect(table.getAllByRole('row')[1]).toHaveTextContent(/AMD Ryzen 7 9800X3D.*Noor.*1.*Buy at my shop instead/)
  await userEvent.selectOptions(screen.getByLabelText('Stars'), '1')
  await userEvent.selectOptions(screen.getByLabelText('Comment'), 'With a comment')
  await userEvent.type(screen.getByRole('searchbox', { name: 'Words of the review, product or user' }), 'shop{Enter}')
  await waitFor(() => expect(String(requests.at(-1))).toContain('rating=1&comment=true&search=shop'))
  await userEvent.click(screen.getByRole('button', { name: 'Delete the review of Noor' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Delete review' }))
  expect(dialog.getByRole('button', { name: 'Delete' })).toBeDisabled()
  await userEvent.type(dialog.getByLabelText('Reason'), 'an advertisement')
  await userEvent.click(dialog.getByRole('button', { name: 'Delete' }))
  await waitFor(() => expect(sent).toEqual([['r1 delete', { reason: 'an advertisement' }]]))
})

test('accounts and reviews have Arabic texts', async () => {
  await switchLanguage('ar')
  renderApp('/admin?tab=users')
  expect(await screen.findByRole('button', { name: /^وقّف .*Noor/ }, patient)).toBeInTheDocument()
  expect(screen.getByRole('link', { name: 'التقييمات' })).toBeInTheDocument()
})
