import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { beforeEach, expect, test } from 'vitest'
import { user } from '~/testing/fixtures'
import { match } from '~/testing/matches'
import { server } from '~/testing/server'
import { renderApp } from './renderApp'

// What the specification says of the cards of the match queue and of the dialog that edits an offer.

// The panel is loaded lazily, which is slow on a busy machine.
const patient = { timeout: 20_000 }

beforeEach(() => {
  server.use(http.get('*/api/auth/me', () => HttpResponse.json({ user: user({ role: 'ADMIN' }) })))
})

async function shownMatch(change: Parameters<typeof match>[0]) {
  server.use(
    http.get('*/api/admin/matches', () =>
      HttpResponse.json({ matches: [match(change)], total: 1, page: 1, limit: 50, confidentCount: 0 }),
    ),
    http.get('*/api/admin/matches/bulk-decisions', () => HttpResponse.json({ bulkDecisions: [] })),
  )
  renderApp('/admin?tab=matches')
  return within(await screen.findByRole('region', { name: 'Is this page the same product as that one?' }, patient))
}

test('a match has name, shop, price and link of both sides, decision, confidence, status, reasons and note', async () => {
  const shown = await shownMatch({ flagNote: 'ask the shop, a photo' })
  const { referenceProduct, candidateProduct } = match()
  for (const [side, amount, shop] of [
    [referenceProduct, '269.900', 'Dhow Digital'],
    [candidateProduct, '248.500', 'Safat Tech'],
  ] as const) {
    const link = shown.getByRole('link', { name: `Open ${side.name}` })
    expect(link).toHaveAttribute('href', side.url)
    const card = link.parentElement?.parentElement
    expect(card).toHaveTextContent(side.name)
    expect(card).toHaveTextContent(`${amount} KWD`)
    expect(card).toHaveTextContent(shop)
  }
  for (const words of ['Needs Review', 'Pending', 'Confidence 72%', 'ask the shop, a photo'])
    expect(shown.getByText(words)).toBeInTheDocument()
  expect(shown.getByText('Length differs: 261 mm in the shop, 304 mm here.')).toBeInTheDocument()
})

test.each([
  ['PENDING', 3],
  ['APPROVED', 0],
  ['REJECTED', 0],
])('a match that is %s offers %i decisions', async (status, count) => {
  const shown = await shownMatch({ status })
  expect(
    shown.queryAllByRole('button', { name: /Approve Match|Mark No Match|Flag for Follow-up|Reopen/ }),
  ).toHaveLength(count)
})

const canonicalId = '00000000-0000-4000-8000-000000000001'
const offer = {
  id: '00000000-0000-4000-8000-0000000000a1',
  name: 'An offer',
  category: 'GPU',
  manufacturer: 'ASUS',
  model: null,
  price: 279.9,
  currency: 'KWD',
  canonicalId,
  canonicalName: 'A product',
  retailer: 'Safat Tech',
  inStock: true,
  picture: null,
  url: 'http://shop.test/1',
  ended: false,
  pinned: [],
  updatedAt: '2026-11-21T10:00:00Z',
}

test('name, category, manufacturer, price and product of an offer can be edited', async () => {
  const sent: unknown[] = []
  server.use(
    http.get('*/api/admin/products', () => HttpResponse.json({ products: [offer], total: 1, page: 0, limit: 25 })),
    http.patch('*/api/admin/products/:id', async ({ request, params }) => {
      sent.push([params.id, await request.json()])
      return HttpResponse.json(offer)
    }),
  )
  renderApp('/admin?tab=products')
  await userEvent.click(await screen.findByRole('button', { name: 'Edit An offer' }, patient))
  const dialog = within(await screen.findByRole('dialog', { name: 'Edit product' }))
  for (const [label, value] of [
    ['ID', offer.id],
    ['Retailer', 'Safat Tech'],
  ] as const) {
    expect(dialog.getByLabelText(label)).toHaveValue(value)
    expect(dialog.getByLabelText(label)).toHaveAttribute('readonly')
  }
  const price = dialog.getByLabelText('Price (KWD)')
  expect(price).toHaveAttribute('step', '0.001')
  expect(price).toHaveAttribute('min', '0')
  for (const [label, value] of [
    ['Name', 'Another name'],
    ['Manufacturer', 'MSI'],
    ['Price (KWD)', '250.125'],
  ] as const) {
    await userEvent.clear(dialog.getByLabelText(label))
    await userEvent.type(dialog.getByLabelText(label), value)
  }
  await userEvent.selectOptions(dialog.getByLabelText('Category'), 'Power Supply')
  await userEvent.clear(dialog.getByLabelText('Canonical ID'))
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('Product updated successfully')).toBeInTheDocument()
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(sent).toEqual([
    [offer.id, { name: 'Another name', category: 'PSU', manufacturer: 'MSI', price: 250.125, canonicalId: null }],
  ])
})
