import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { expect, test } from 'vitest'
import { switchLanguage } from '~/i18n'
import { useBuild } from '~/lib/buildStore'
import { usePreferences } from '~/lib/preferences'
import { forgetPresses } from '~/lib/presses'
import { list, product } from '~/testing/fixtures'
import { server } from '~/testing/server'
import { renderApp } from './renderApp'

const facets = {
  manufacturer: {
    type: 'values' as const,
    values: [
      { value: 'ASUS', count: 9 },
      { value: 'MSI', count: 0 },
    ],
  },
  availability: { type: 'values' as const, values: [{ value: 'inStock', count: 9 }] },
}

test('a category lists its products with price, retailer and stock', async () => {
  server.use(http.get('*/api/products/list', () => HttpResponse.json(list())))
  renderApp('/gpu')
  const card = await screen.findByRole('article')
  expect(card).toHaveTextContent('ASUS PRIME GeForce RTX 5070 Ti OC 16GB')
  expect(card).toHaveTextContent('279.900 KWD')
  expect(card).toHaveTextContent('16 GB GDDR7')
  expect(await within(card).findByText('Safat Tech')).toBeInTheDocument()
  expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Video Cards')
})

test('a filter is in the URL and in the request', async () => {
  const requests: string[] = []
  server.use(
    http.get('*/api/products/list', ({ request }) => {
      requests.push(new URL(request.url).search)
      return HttpResponse.json(list({ facets }))
    }),
  )
  const { router } = renderApp('/gpu')
  await userEvent.click(await screen.findByRole('checkbox', { name: /^ASUS/ }))
  await waitFor(() => expect(router.state.location.href).toBe('/gpu?manufacturer=ASUS'))
  expect(await screen.findByRole('button', { name: 'Remove filter: ASUS' })).toBeInTheDocument()
  await waitFor(() => expect(requests.at(-1)).toContain('manufacturer=ASUS'))
  expect(requests.at(-1)).toContain('category=GPU')
  expect(requests.at(-1)).toContain('inStock=true')
})

test('the chip of a yes, a no or a bare number names its fact', async () => {
  server.use(http.get('*/api/products/list', () => HttpResponse.json(list())))
  renderApp('/motherboard?spec.wifi=true&spec.memorySlots=4&spec.m2Slots=4&spec.ramType=DDR5')
  const chips = within(await screen.findByRole('list', { name: 'Active filters' }))
  expect(chips.getByText('Wi-Fi: Yes')).toBeInTheDocument()
  expect(chips.getByText('Memory slots: 4')).toBeInTheDocument()
  expect(chips.getByText('M.2 slots: 4')).toBeInTheDocument()
  expect(chips.getByText('DDR5')).toBeInTheDocument()
})

test('a request that fails four times shows an error, and Try again repeats it', async () => {
  let calls = 0
  server.use(
    http.get('*/api/products/list', () => {
      calls += 1
      return calls <= 4
        ? HttpResponse.json({ error: 'down', code: 'DOWN' }, { status: 503 })
        : HttpResponse.json(list())
    }),
  )
  renderApp('/gpu')
  expect(await screen.findByRole('alert')).toHaveTextContent('Error loading products. Please try again.')
  expect(calls).toBe(4)
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByRole('article')).toBeInTheDocument()
})

test('a listing that is refused under load asks again by itself', async () => {
  let calls = 0
  server.use(
    http.get('*/api/products/list', () => {
      calls += 1
      return calls <= 2
        ? HttpResponse.json({ error: 'x', code: 'OVERLOADED' }, { status: 503, headers: { 'retry-after': '2' } })
        : HttpResponse.json(list())
    }),
  )
  renderApp('/gpu')
  expect(await screen.findByRole('article')).toBeInTheDocument()
  expect(screen.queryByRole('alert')).toBeNull()
  expect(calls).toBe(3)
})

test('an unknown category says so and lists the known ones', async () => {
  renderApp('/gpuu')
  expect(await screen.findByRole('heading', { name: 'Invalid component category' })).toBeInTheDocument()
  expect(screen.getAllByRole('link', { name: 'Video Cards' }).length).toBeGreaterThan(0)
})

test('a listing without products offers to clear the filters', async () => {
  server.use(http.get('*/api/products/list', () => HttpResponse.json(list({ products: [], total: 0 }))))
  const { router } = renderApp('/gpu?manufacturer=Nobody&maxPrice=1')
  await userEvent.click(
    within(await screen.findByRole('region', { name: 'Products' }))
      .getAllByRole('button', { name: 'Clear All Filters' })
      .at(-1) as HTMLElement,
  )
  await waitFor(() => expect(router.state.location.href).toBe('/gpu'))
})

test('a page number past the end links to the first page', async () => {
  server.use(http.get('*/api/products/list', () => HttpResponse.json(list({ products: [], total: 41 }))))
  renderApp('/gpu?page=9')
  expect(await screen.findByText('There are 3 pages of results.')).toBeInTheDocument()
})

test('the pager marks only the current page, and the first page has no previous one', async () => {
  server.use(http.get('*/api/products/list', () => HttpResponse.json(list({ total: 95 }))))
  const { router } = renderApp('/gpu')
  const pages = within(await screen.findByRole('navigation', { name: 'Pages' }))
  expect(pages.getByRole('button', { name: 'Previous page' })).toBeDisabled()
  const marked = () => pages.getAllByRole('link').filter((link) => link.hasAttribute('aria-current'))
  expect(marked().map((link) => link.textContent)).toEqual(['1'])
  await userEvent.click(pages.getByRole('link', { name: 'Next page' }))
  await waitFor(() => expect(router.state.location.href).toBe('/gpu?page=2'))
  await waitFor(() => expect(marked().map((link) => link.textContent)).toEqual(['2']))
  expect(pages.getByRole('link', { name: 'Previous page' })).toBeInTheDocument()
})

test('adding to the build goes home, and the card then offers to remove it', async () => {
  forgetPresses()
  useBuild.getState().clear()
  server.use(
    http.get('*/api/products/list', () => HttpResponse.json(list())),
    http.get('*/api/products', () => HttpResponse.json({ products: [product()], mergedInto: {} })),
  )
  const { router } = renderApp('/gpu')
  await userEvent.click(await screen.findByRole('button', { name: 'Add to Build' }))
  await waitFor(() => expect(router.state.location.pathname).toBe('/'))
  await router.navigate({ to: '/$category', params: { category: 'gpu' } })
  await screen.findByRole('button', { name: 'Remove from Build' })
  // People take longer between presses than a double click.
  forgetPresses()
  await userEvent.click(screen.getByRole('button', { name: 'Remove from Build' }))
  forgetPresses()
  expect(await screen.findByRole('button', { name: 'Add to Build' })).toBeInTheDocument()
})

test('Arabic turns the page and keeps Latin names and digits', async () => {
  server.use(
    http.get('*/api/products/list', () =>
      HttpResponse.json(list({ products: [product({ nameAr: 'كرت اسوس برايم' })] })),
    ),
  )
  renderApp('/gpu')
  await screen.findByRole('article')
  await switchLanguage('ar')
  expect(await screen.findByRole('heading', { level: 1 })).toHaveTextContent('كروت الشاشة')
  expect(document.documentElement).toHaveAttribute('dir', 'rtl')
  const card = screen.getByRole('article')
  // A retailer's Arabic title is not used as the name; the category is shown in Arabic beside the Latin name.
  expect(card).not.toHaveTextContent('كرت اسوس برايم')
  expect(within(card).getByText('ASUS PRIME GeForce RTX 5070 Ti OC 16GB')).toHaveAttribute('dir', 'ltr')
  expect(card).toHaveTextContent('كرت الشاشة')
  expect(card).toHaveTextContent('279.900 د.ك')
  expect(localStorage.getItem('tajmeea.language')).toBe('ar')
})

test('the list view is a table that the server sorts by its heads, and it keeps the chosen columns', async () => {
  usePreferences.getState().setView('list')
  const requests: (string | null)[] = []
  server.use(
    http.get('*/api/products/list', ({ request }) => {
      requests.push(new URL(request.url).searchParams.get('sort'))
      return HttpResponse.json(list({ facets: { ...facets, 'spec.gpuVram': { type: 'values', values: [] } } }))
    }),
  )
  const { router } = renderApp('/gpu')
  const row = await screen.findByRole('row', { name: /ASUS PRIME/ })
  expect(row).toHaveTextContent('279.900')
  // 279.900 for 16 GB.
  expect(row).toHaveTextContent('17.494')
  const compare = within(row).getByRole('checkbox', { name: /ASUS PRIME/ })
  await userEvent.click(compare)
  expect(compare).toBeChecked()
  await userEvent.click(compare)
  expect(compare).not.toBeChecked()
  await userEvent.click(screen.getByRole('button', { name: 'Memory' }))
  await waitFor(() => expect(router.state.location.href).toBe('/gpu?sort=spec.gpuVram.desc'))
  await waitFor(() => expect(requests.at(-1)).toBe('spec.gpuVram.desc'))
  expect(screen.getByRole('columnheader', { name: 'Memory' })).toHaveAttribute('aria-sort', 'descending')
  await userEvent.click(screen.getByRole('checkbox', { name: 'Boost clock' }))
  expect(await screen.findByRole('columnheader', { name: 'Boost clock' })).toBeInTheDocument()
  expect(localStorage.getItem('tajmeea.preferences')).toContain('boostClock')
  usePreferences.getState().setView('grid')
})

test('with delivery, a card shows the delivered price and its retailer', async () => {
  const free = product({
    deliveredPrice: 281.5,
    deliveredRetailer: 'Dhow Digital',
    deliveredRetailerSlug: 'dhow-digital',
  })
  server.use(
    http.get('*/api/products/list', () =>
      HttpResponse.json(
        list({
          products: [
            free,
            product({
              id: '00000000-0000-4000-8000-000000000002',
              deliveredPrice: null,
              deliveredRetailer: null,
              deliveredRetailerSlug: null,
            }),
          ],
          total: 2,
        }),
      ),
    ),
  )
  renderApp('/gpu')
  const [first, second] = await screen.findAllByRole('article')
  await userEvent.click(screen.getByRole('switch', { name: 'Delivered' }))
  expect(first).toHaveTextContent('281.500')
  expect(await within(first as HTMLElement).findByText('Dhow Digital')).toBeInTheDocument()
  expect(second).toHaveTextContent('279.900')
  expect(second).toHaveTextContent('delivery not stated')
  usePreferences.getState().setDelivered(false)
})

test('a filter that the API refuses is distinguished from a failure', async () => {
  server.use(
    http.get('*/api/products/list', () =>
      HttpResponse.json({ error: 'retailer: unknown', code: 'INVALID_FIELDS' }, { status: 422 }),
    ),
  )
  const { router } = renderApp('/gpu?retailer=nobody')
  expect(await screen.findByText('This link has a filter we don’t know')).toBeInTheDocument()
  await userEvent.click(screen.getAllByRole('button', { name: 'Clear All Filters' }).at(-1) as HTMLElement)
  await waitFor(() => expect(router.state.location.href).toBe('/gpu'))
})

test('invalid values in a URL are not sent to the API', async () => {
  const requests: string[] = []
  server.use(
    http.get('*/api/products/list', ({ request }) => {
      requests.push(new URL(request.url).search)
      return HttpResponse.json(list())
    }),
  )
  renderApp('/gpu?minPrice=cheap&spec.flavour=sweet&utm_source=mail&manufacturer=ASUS')
  await screen.findByRole('article')
  expect(requests.at(-1)).toBe('?manufacturer=ASUS&category=GPU&inStock=true&page=1&limit=20')
})

test('a listing that is searched inside shows the order by relevance, and can be ordered by popularity', async () => {
  const sorts: (string | null)[] = []
  server.use(
    http.get('*/api/products/list', ({ request }) => {
      sorts.push(new URL(request.url).searchParams.get('sort'))
      return HttpResponse.json(list())
    }),
  )
  renderApp('/gpu?q=rtx')
  const order = await screen.findByRole('combobox', { name: /Sort/ })
  expect(order).toHaveValue('relevance')
  await userEvent.selectOptions(order, 'popularity')
  await waitFor(() => expect(sorts).toEqual([null, 'popularity']))
})
