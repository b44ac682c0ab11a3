import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { expect, test } from 'vitest'
import { list } from '~/testing/fixtures'
import { server } from '~/testing/server'
import { renderApp } from './renderApp'

const page = (slug: string, name: string, parameter: string, value: string) => ({
  slug,
  path: `/gpu/${slug}`,
  name,
  nameAr: name,
  label: name,
  labelAr: name,
  parameter,
  value,
  count: 3,
})
const landingPages = [
  page('rtx-5070', 'RTX 5070', 'spec.gpuChipset', 'GeForce RTX 5070'),
  page('msi', 'MSI Video Card', 'manufacturer', 'MSI'),
]

function serve(): URLSearchParams[] {
  const requests: URLSearchParams[] = []
  server.use(
    http.get('*/api/landing-pages', () => HttpResponse.json({ landingPages })),
    http.get('*/api/products/list', ({ request }) => {
      requests.push(new URL(request.url).searchParams)
      return HttpResponse.json(
        list({ total: 7, facets: { price: { type: 'range', min: 189.9, max: 300, buckets: [] } } }),
      )
    }),
  )
  return requests
}

test('a landing page lists the products of its filter, with the lowest price in its title', async () => {
  const requests = serve()
  renderApp('/gpu/rtx-5070')
  expect(await screen.findByRole('heading', { level: 1, name: 'RTX 5070 price in Kuwait' })).toBeTruthy()
  await waitFor(() => expect(document.title).toBe('RTX 5070 price in Kuwait: from 189.900 KWD · Tajmeea'))
  const way = within(screen.getByRole('navigation', { name: 'Breadcrumb' }))
  expect(way.getAllByRole('link').map((link) => link.textContent)).toEqual(['Home', 'Video Cards'])
  expect(way.getByText('RTX 5070')).toHaveAttribute('aria-current', 'page')
  expect(requests.at(-1)?.get('spec.gpuChipset')).toBe('GeForce RTX 5070')
  expect(requests.at(-1)?.get('category')).toBe('GPU')
  const other = await screen.findByRole('link', { name: 'MSI Video Card' })
  expect(other.getAttribute('href')).toBe('/gpu/msi')
})

test('further filters remove the price from the title of a landing page; changing its own filter opens the category', async () => {
  serve()
  const { router } = renderApp('/gpu/rtx-5070?minPrice=100')
  expect(await screen.findByRole('heading', { level: 1, name: 'RTX 5070 price in Kuwait' })).toBeTruthy()
  await waitFor(() => expect(document.title).toBe('RTX 5070 price in Kuwait · Tajmeea'))
  await userEvent.click(await screen.findByRole('button', { name: /GeForce RTX 5070/ }))
  await waitFor(() => expect(router.state.location.pathname).toBe('/gpu'))
  expect(router.state.location.search).toEqual({ minPrice: '100' })
})

test('an unknown landing page of a category is not found', async () => {
  serve()
  renderApp('/gpu/rtx-9999')
  expect(await screen.findByText(/gpu\/rtx-9999/)).toBeTruthy()
})
