import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { expect, test } from 'vitest'
import type { DealList } from '~/api/wire'
import { switchLanguage } from '~/i18n'
import { product } from '~/testing/fixtures'
import { server } from '~/testing/server'
import { renderApp } from './renderApp'

const lowest = product({ priceVerdict: { kind: 'LOWEST', days: 90, usualPrice: 310, savedPercent: 9 } })

const deals = (change: Partial<DealList> = {}): DealList => ({
  products: [lowest],
  total: 1,
  page: 1,
  limit: 20,
  categories: [{ category: 'GPU', deals: 1 }],
  retailers: [{ retailer: 'safat-tech', deals: 1 }],
  ...change,
})

/** Answers with these deals; returns the query strings of the requests. */
function answer(found: DealList): string[] {
  const requests: string[] = []
  server.use(
    http.get('*/api/deals', ({ request }) => {
      requests.push(new URL(request.url).search)
      return HttpResponse.json(found)
    }),
  )
  return requests
}

test('a deal says in both languages why its price is a good one', async () => {
  answer(deals())
  renderApp('/deals')
  const card = await screen.findByRole('article')
  expect(await within(card).findByTitle('Lowest in 90 days: usually 310.000 KWD')).toBeInTheDocument()
  expect(within(card).getByText('9% under usual, lowest in 90 days')).toBeInTheDocument()
  expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Price drops')
  expect(screen.getByRole('link', { name: 'Follow by RSS' })).toHaveAttribute('href', '/deals.rss')
  await switchLanguage('ar')
  expect(await screen.findByRole('heading', { level: 1 })).toHaveTextContent('نزلت أسعارها')
  await switchLanguage('en')
})

test('filters are in the URL and in the request', async () => {
  const requests = answer(deals())
  const { router } = renderApp('/deals?page=2')
  await screen.findByRole('article')
  expect(requests.at(-1)).toBe('?page=2&limit=20')
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Kind' }), 'Video Cards (1)')
  await waitFor(() => expect(router.state.location.href).toBe('/deals?category=GPU'))
  await waitFor(() => expect(requests.at(-1)).toBe('?category=GPU&page=1&limit=20'))
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Shop' }), 'Safat Tech (1)')
  await waitFor(() => expect(requests.at(-1)).toBe('?category=GPU&retailer=safat-tech&page=1&limit=20'))
})

test('without deals the page says so, and leads back from filters', async () => {
  answer(deals({ products: [], total: 0, categories: [], retailers: [] }))
  renderApp('/deals?retailer=safat-tech')
  expect(await screen.findByRole('heading', { name: 'Nothing here with these filters.' })).toBeInTheDocument()
  expect(screen.getByRole('link', { name: 'Show all price drops' })).toHaveAttribute('href', '/deals')
})

test('a price that was raised before it fell is called so', async () => {
  const raised = product({ priceVerdict: { kind: 'RAISED', lowestBefore: 275 } })
  answer(deals({ products: [raised] }))
  renderApp('/deals')
  expect(await screen.findByText('Raised before it fell')).toBeInTheDocument()
  expect(screen.getByTitle(/it cost 275\.000 KWD in the 30 days before/)).toBeInTheDocument()
})
