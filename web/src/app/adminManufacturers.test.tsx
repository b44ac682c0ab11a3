import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { beforeEach, expect, test } from 'vitest'
import { user } from '~/testing/fixtures'
import { server } from '~/testing/server'
import { renderApp } from './renderApp'

// The panel is loaded lazily, which is slow on a busy machine.
const patient = { timeout: 20_000 }
const name = (key: string, change: object = {}) => ({
  key,
  name: key.toUpperCase(),
  state: 'UNCONFIRMED',
  aliasOf: null,
  offers: 9,
  shops: 3,
  titles: [`${key} 500W`],
  firstSeen: '2026-11-21T09:00:00Z',
  decidedBy: null,
  decidedAt: null,
  ...change,
})

let requests: string[] = []
let sent: [string, unknown][] = []
beforeEach(() => {
  requests = []
  sent = []
  server.use(
    http.get('*/api/auth/me', () => HttpResponse.json({ user: user({ name: 'Dana', role: 'ADMIN' }) })),
    http.get('*/api/admin/manufacturers', ({ request }) => {
      requests.push(new URL(request.url).search)
      const manufacturers = [name('vida'), name('corsiar', { state: 'ALIAS', aliasOf: 'Corsair' })]
      return HttpResponse.json({ manufacturers, total: 2, page: 1, limit: 50, unconfirmed: 1 })
    }),
    http.post('*/api/admin/manufacturers/:what', async ({ request, params }) => {
      const body = (await request.json()) as { of?: string }
      if (body.of === 'Nobody')
        return HttpResponse.json({ error: 'x', code: 'INVALID_FIELDS', fields: { of: 'x' } }, { status: 422 })
      sent.push([String(params.what), body])
      return new HttpResponse(null, { status: 204 })
    }),
  )
})

test('manufacturer names are listed with examples, and can be confirmed and refused', async () => {
  renderApp('/admin?tab=manufacturers')
  const table = within(await screen.findByRole('region', { name: 'Manufacturers' }, patient))
  expect(requests[0]).toContain('state=unconfirmed')
  expect(table.getByText('vida 500W')).toBeInTheDocument()
  expect(table.getByText('Other name of Corsair')).toBeInTheDocument()
  await userEvent.click(table.getByRole('button', { name: 'Confirm VIDA' }))
  await waitFor(() => expect(sent).toEqual([['confirm', { key: 'vida' }]]))
  expect(await screen.findByText('Confirmed: VIDA')).toBeInTheDocument()
  await userEvent.click(table.getByRole('button', { name: 'CORSIAR is not a manufacturer' }))
  await waitFor(() => expect(sent[1]).toEqual(['refuse', { key: 'corsiar' }]))
})

test('an alias shows its manufacturer, and an unknown manufacturer is refused with a message', async () => {
  renderApp('/admin?tab=manufacturers')
  await userEvent.click(await screen.findByRole('button', { name: 'VIDA is another name of…' }, patient))
  const dialog = within(screen.getByRole('dialog'))
  await userEvent.type(dialog.getByLabelText('Manufacturer'), 'Nobody')
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }))
  expect(await dialog.findByText("We don't know this manufacturer, or it is the same name.")).toBeInTheDocument()
  await userEvent.clear(dialog.getByLabelText('Manufacturer'))
  await userEvent.type(dialog.getByLabelText('Manufacturer'), 'Corsair{Enter}')
  await waitFor(() => expect(sent).toEqual([['alias', { key: 'vida', of: 'Corsair' }]]))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})
