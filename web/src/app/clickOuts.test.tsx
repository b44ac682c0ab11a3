import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { expect, test } from 'vitest'
import { detail, offer, user } from '~/testing/fixtures'
import { server } from '~/testing/server'
import { renderApp } from './renderApp'

// The panel is loaded lazily, which is slow on a busy machine.
const patient = { timeout: 20_000 }

test('following an offer to its shop is counted with shop and category, and nothing else', async () => {
  const counted: unknown[] = []
  const one = detail({ retailers: [offer({ retailerSlug: 'dhow-digital' })] })
  server.use(
    http.get('*/api/products', () => HttpResponse.json(one)),
    http.get('*/api/products/:id/price-history', () => new HttpResponse(null, { status: 404 })),
    http.get('*/api/products/list', () => HttpResponse.json({ products: [], total: 0 })),
    http.post('*/api/click-outs', async ({ request }) => {
      counted.push(await request.json())
      return new HttpResponse(null, { status: 204 })
    }),
  )
  renderApp(`/product/${one.product.id}`)
  const link = await screen.findByRole('link', { name: 'Buy at Dhow Digital' })
  // jsdom has no other page to go to.
  link.addEventListener('click', (event) => event.preventDefault())
  await userEvent.click(link)
  const expected = { retailerSlug: 'dhow-digital', category: one.product.category }
  await waitFor(() => expect(counted).toEqual([expected]))
  // The right button only opens a menu.
  await userEvent.pointer({ keys: '[MouseRight]', target: link })
  await userEvent.pointer({ keys: '[MouseMiddle]', target: link })
  await waitFor(() => expect(counted).toEqual([expected, expected]))
})

test('administrators see the ways out by day, shop and category, and choose shop and days', async () => {
  const asked: string[] = []
  server.use(
    http.get('*/api/auth/me', () => HttpResponse.json({ user: user({ role: 'ADMIN' }) })),
    http.get('*/api/admin/operations', () => new HttpResponse(null, { status: 503 })),
    http.get('*/api/admin/click-outs', ({ request }) => {
      asked.push(new URL(request.url).search)
      return HttpResponse.json({
        clickOuts: [{ day: '2026-11-29', retailerSlug: 'safat-tech', category: 'GPU', times: 1234 }],
        total: 1,
        totalTimes: 1234,
        page: 1,
        limit: 50,
      })
    }),
  )
  renderApp('/admin?tab=operations&view=clickOuts&from=2026-11-01')
  const table = await screen.findByRole('table', {}, patient)
  const row = within(table).getByRole('row', { name: /Safat Tech/ })
  for (const text of ['29 November 2026', 'Video Cards', '1,234']) expect(row).toHaveTextContent(text)
  expect(screen.getByText('1,234 visits')).toBeInTheDocument()
  expect(asked[0]).toContain('from=2026-11-01')
  await userEvent.selectOptions(screen.getByLabelText('Shop'), 'dhow-digital')
  await waitFor(() => expect(asked.at(-1)).toContain('retailer=dhow-digital'))
  expect(screen.getByRole('button', { name: /CSV/ })).toBeInTheDocument()
})
