import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { list, product } from '~/testing/fixtures'
import { server } from '~/testing/server'
import { renderApp } from './renderApp'

const matchWide = window.matchMedia.bind(window)

/** Answers media queries as a phone does: of the widths, only upper limits hold. */
beforeEach(() =>
  vi.stubGlobal('matchMedia', (query: string) =>
    Object.assign(matchWide(query), { matches: query.includes('max-width') }),
  ),
)
afterEach(() => vi.stubGlobal('matchMedia', matchWide))

test('on a phone the field of the header searches the listing and keeps its filters', async () => {
  const requests: string[] = []
  server.use(
    http.get('*/api/products/list', ({ request }) => {
      requests.push(new URL(request.url).search)
      return HttpResponse.json(list())
    }),
  )
  const { router } = renderApp('/gpu?manufacturer=ASUS')
  await screen.findByRole('article')
  const field = screen.getByRole('combobox', { name: 'Search' })
  expect(field.getAttribute('placeholder')?.replaceAll(/[\u2066-\u2069]/g, '')).toBe('Search in Video Cards')
  await userEvent.type(field, '50{Enter}')
  await waitFor(() => expect(router.state.location.pathname).toBe('/gpu'))
  expect(router.state.location.search).toMatchObject({ q: '50', manufacturer: 'ASUS' })
  await waitFor(() => expect(requests.at(-1)).toContain('q=50'))
  expect(field).toHaveValue('50')
})

test('facts on a card are said with their noun', async () => {
  const mouse = product({ category: 'MOUSE', specs: { maxDpi: 12_000, weight: 67, buttons: 6 } })
  const headset = product({
    id: '00000000-0000-4000-8000-000000000009',
    category: 'HEADSET',
    specs: { driverSize: 50, microphone: true },
  })
  server.use(http.get('*/api/products/list', () => HttpResponse.json(list({ products: [mouse, headset], total: 2 }))))
  renderApp('/mouse')
  const [first, second] = await screen.findAllByRole('article')
  expect(first).toHaveTextContent('12,000 DPI')
  expect(first).toHaveTextContent('6 buttons')
  expect(second).toHaveTextContent('with mic')
  expect(second).not.toHaveTextContent('Yes')
})
