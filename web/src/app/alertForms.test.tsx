import { render, screen, waitFor } from '@testing-library/react'
import { QueryClientProvider } from '@tanstack/react-query'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { expect, test } from 'vitest'
import { createQueryClient } from '~/api/queryClient'
import { product } from '~/testing/fixtures'
import { server } from '~/testing/server'
import { PriceAlertDialog } from '~/lib/alerts/PriceAlertDialog'
import { BuildAlertDialog } from '~/lib/alerts/BuildAlertDialog'

const part = product()

test('an alert on the total of a build is refused above the total and sent below it', async () => {
  const sent: unknown[] = []
  server.use(
    http.post('*/api/user/price-alerts', async ({ request }) => {
      sent.push(await request.json())
      return HttpResponse.json({ id: 'x' }, { status: 201 })
    }),
  )
  let closed = false
  render(
    <QueryClientProvider client={createQueryClient(1)}>
      <BuildAlertDialog
        build={{ id: 'b', name: 'Quiet one', total: 950, unpriced: 0 }}
        onClose={() => (closed = true)}
      />
    </QueryClientProvider>,
  )
  const field = screen.getByRole('textbox', { name: 'Target total in KWD' })
  await userEvent.type(field, '950')
  await userEvent.click(screen.getByRole('button', { name: 'Create alert' }))
  expect(screen.getByRole('alert')).toHaveTextContent('Target price must be lower than current price')
  await userEvent.clear(field)
  await userEvent.type(field, '900.5')
  await userEvent.click(screen.getByRole('button', { name: 'Create alert' }))
  await waitFor(() => expect(closed).toBe(true))
  expect(sent).toEqual([{ alertType: 'BUILD_TOTAL', buildId: 'b', targetPrice: 900.5 }])
})

test('an alert on a build with a part that is not sold may have a target above the total of the others', async () => {
  const sent: unknown[] = []
  server.use(
    http.post('*/api/user/price-alerts', async ({ request }) => {
      sent.push(await request.json())
      return HttpResponse.json({ id: 'x' }, { status: 201 })
    }),
  )
  render(
    <QueryClientProvider client={createQueryClient(1)}>
      <BuildAlertDialog build={{ id: 'b', name: 'Quiet one', total: 300, unpriced: 1 }} onClose={() => undefined} />
    </QueryClientProvider>,
  )
  expect(screen.getByText('1 part is not sold now and is not in today’s total.')).toBeVisible()
  await userEvent.type(screen.getByRole('textbox', { name: 'Target total in KWD' }), '490')
  await userEvent.click(screen.getByRole('button', { name: 'Create alert' }))
  await waitFor(() => expect(sent).toEqual([{ alertType: 'BUILD_TOTAL', buildId: 'b', targetPrice: 490 }]))
})

const dialogOf = (subject: typeof part) => (
  <QueryClientProvider client={createQueryClient(1)}>
    <PriceAlertDialog product={subject} price={part.price ?? 0} onClose={() => undefined} />
  </QueryClientProvider>
)

const type = async (label: string, text: string) => {
  await userEvent.clear(screen.getByLabelText(label))
  await userEvent.type(screen.getByLabelText(label), text)
}
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }))

test('an alert on a product may be about its return, a new low or a fall, once or again and again', async () => {
  const sent: unknown[] = []
  server.use(
    http.post('*/api/user/price-alerts', async ({ request }) => {
      sent.push(await request.json())
      return HttpResponse.json({ id: 'x' }, { status: 201 })
    }),
  )
  render(dialogOf(part))
  const create = async () => {
    const before = sent.length
    await press('Create alert')
    await waitFor(() => expect(sent).toHaveLength(before + 1))
    await waitFor(() => expect(screen.getByRole('button', { name: 'Create alert' })).toBeEnabled())
  }
  await press('Stock and shops')
  expect(screen.getByText('We email you once.')).toBeVisible()
  await create()
  await press('Again and again')
  expect(screen.getByText(/each time it sells out and comes back, at most once a day/)).toBeVisible()
  await create()
  await press('New low')
  expect(screen.getByText(/lower than on any of the last 90 days/)).toBeVisible()
  await press('365 days')
  await create()
  await press('Once')
  await press('30 days')
  await create()
  await press('Price drop')
  await press('Percentage')
  await create()
  await press('Again and again')
  expect(screen.getByText(/lower by at least 1% and 0\.500 KWD/)).toBeVisible()
  await create()
  const productId = part.id
  expect(sent).toEqual([
    { productId, alertType: 'BACK_IN_STOCK', repeats: false },
    { productId, alertType: 'BACK_IN_STOCK', repeats: true },
    { productId, alertType: 'NEW_LOW_365', repeats: true },
    { productId, alertType: 'NEW_LOW_30', repeats: false },
    { productId, alertType: 'PERCENTAGE_DROP', percentage: 10 },
    { productId, alertType: 'PRICE_FALL', percentage: 10, repeats: true },
  ])
})

test('an alert may be about a low ever, a price near the low, a rise, a new shop, and a return at chosen shops', async () => {
  const sent: unknown[] = []
  server.use(
    http.get('*/api/retailers', () =>
      HttpResponse.json({
        retailers: [
          { slug: 'alpha', name: 'Alpha', nameAr: 'ألفا' },
          { slug: 'beta', name: 'Beta', nameAr: 'بيتا' },
        ],
      }),
    ),
    http.post('*/api/user/price-alerts', async ({ request }) => {
      sent.push(await request.json())
      return HttpResponse.json({ id: 'x' }, { status: 201 })
    }),
  )
  render(dialogOf(part))
  const create = async () => {
    const before = sent.length
    await press('Create alert')
    await waitFor(() => expect(sent).toHaveLength(before + 1))
    await waitFor(() => expect(screen.getByRole('button', { name: 'Create alert' })).toBeEnabled())
  }
  await press('New low')
  await press('Ever')
  expect(screen.getByText(/lower than any we have seen/)).toBeVisible()
  await create()
  await press('Near it')
  const near = 'At most this much above the lowest price of 365 days'
  for (const wrong of ['0', '51', '2.5', '']) {
    if (wrong === '') await userEvent.clear(screen.getByLabelText(near))
    else await type(near, wrong)
    await press('Create alert')
    expect(screen.getByRole('alert')).toHaveTextContent('Enter a whole number from 1 to 50')
  }
  await type(near, '٣')
  expect(screen.getByText(/at most 3% above the lowest of the last 365 days/)).toBeVisible()
  await create()
  await press('Price rise')
  await press('Again and again')
  expect(screen.getByText(/when it rises as much above the last price we told you/)).toBeVisible()
  await create()
  await press('Stock and shops')
  await press('At a new shop')
  await create()
  await press('Back in stock')
  await userEvent.click(screen.getByText('Only at some shops'))
  await userEvent.click(await screen.findByRole('checkbox', { name: 'Beta' }))
  expect(screen.getByText('1 shop chosen')).toBeVisible()
  expect(screen.getByText(/one of these shops has it/)).toBeVisible()
  await create()
  const productId = part.id
  expect(sent).toEqual([
    { productId, alertType: 'NEW_LOW_EVER', repeats: false },
    { productId, alertType: 'NEAR_LOW', percentage: 3, repeats: false },
    { productId, alertType: 'PRICE_RISE', percentage: 10, repeats: true },
    { productId, alertType: 'NEW_AT_SHOP', repeats: true },
    { productId, alertType: 'BACK_IN_STOCK', repeats: true, retailers: ['beta'] },
  ])
})

test('the alert on what is sold out is about its return at first', () => {
  render(dialogOf({ ...part, inStock: false, preOrder: false }))
  expect(screen.getByRole('button', { name: 'Back in stock' })).toHaveAttribute('aria-pressed', 'true')
})
