import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { expect, test } from 'vitest'
import { switchLanguage } from '~/i18n'
import { useBuild } from '~/lib/buildStore'
import { forgetPresses } from '~/lib/presses'
import { list, product } from '~/testing/fixtures'
import { server } from '~/testing/server'
import { renderApp } from './renderApp'

const facets = {
  manufacturer: { type: 'values' as const, values: [{ value: 'ASUS', count: 9 }, { value: 'MSI', count: 0 }] },
  availability: { type: 'values' as const, values: [{ value: 'inStock', count: 9 }] },
}

test('a category shows its products with price, shop and stock', async () => {
  server.use(http.get('*/api/products/list', () => HttpResponse.json(list())))
  renderApp('/gpu')
  const card = await screen.findByRole('article')
  expect(card).toHaveTextContent('ASUS PRIME GeForce RTX 5070 Ti OC 16GB')
  expect(card).toHaveTextContent('279.900 KWD')
  expect(card).toHaveTextContent('16 GB GDDR7')
  expect(await within(card).findByText('Safat Tech')).toBeInTheDocument()
  expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Video Cards')
})

test('a filter stands in the URL and in the request', async () => {
  const asked: string[] = []
  server.use(
    http.get('*/api/products/list', ({ request }) => {
      asked.push(new URL(request.url).search)
      return HttpResponse.json(list({ facets }))
    }),
  )
  const { router } = renderApp('/gpu')
  await userEvent.click(await screen.findByRole('checkbox', { name: /^ASUS/ }))
  await waitFor(() => expect(router.state.location.href).toBe('/gpu?manufacturer=ASUS'))
  expect(await screen.findByRole('button', { name: 'Remove filter: ASUS' })).toBeInTheDocument()
  await waitFor(() => expect(asked.at(-1)).toContain('manufacturer=ASUS'))
  expect(asked.at(-1)).toContain('category=GPU')
  expect(asked.at(-1)).toContain('inStock=true')
})

test('after three more tries the alert says so, and Try again asks again', async () => {
  let calls = 0
  server.use(
    http.get('*/api/products/list', () => {
      calls += 1
      return calls <= 4 ? HttpResponse.json({ error: 'down', code: 'DOWN' }, { status: 503 }) : HttpResponse.json(list())
    }),
  )
  renderApp('/gpu')
  expect(await screen.findByRole('alert')).toHaveTextContent('Error loading products. Please try again.')
  expect(calls).toBe(4)
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByRole('article')).toBeInTheDocument()
})

test('an unknown category says so and offers those there are', async () => {
  renderApp('/gpuu')
  expect(await screen.findByRole('heading', { name: 'Invalid component category' })).toBeInTheDocument()
  expect(screen.getAllByRole('link', { name: 'Video Cards' }).length).toBeGreaterThan(0)
})

test('nothing found offers to clear the filters', async () => {
  server.use(http.get('*/api/products/list', () => HttpResponse.json(list({ products: [], total: 0 }))))
  const { router } = renderApp('/gpu?manufacturer=Nobody&maxPrice=1')
  await userEvent.click(within(await screen.findByRole('region', { name: 'Products' })).getAllByRole('button', { name: 'Clear All Filters' }).at(-1) as HTMLElement)
  await waitFor(() => expect(router.state.location.href).toBe('/gpu'))
})

test('a page past the end leads back to the first', async () => {
  server.use(http.get('*/api/products/list', () => HttpResponse.json(list({ products: [], total: 41 }))))
  renderApp('/gpu?page=9')
  expect(await screen.findByText('There are 3 pages of results.')).toBeInTheDocument()
})

test('only the page that is shown is marked, and there is nothing before the first', async () => {
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
    http.get('*/api/products', () => HttpResponse.json({ products: [product()] })),
  )
  const { router } = renderApp('/gpu')
  await userEvent.click(await screen.findByRole('button', { name: 'Add to Build' }))
  await waitFor(() => expect(router.state.location.pathname).toBe('/'))
  await router.navigate({ to: '/$category', params: { category: 'gpu' } })
  await screen.findByRole('button', { name: 'Remove from Build' })
  // A person takes longer than a double click.
  forgetPresses()
  await userEvent.click(screen.getByRole('button', { name: 'Remove from Build' }))
  forgetPresses()
  expect(await screen.findByRole('button', { name: 'Add to Build' })).toBeInTheDocument()
})

test('Arabic turns the page and keeps Latin names and digits', async () => {
  server.use(http.get('*/api/products/list', () => HttpResponse.json(list({ products: [product({ nameAr: 'كرت اسوس برايم' })] }))))
  renderApp('/gpu')
  await screen.findByRole('article')
  await switchLanguage('ar')
  expect(await screen.findByRole('heading', { level: 1 })).toHaveTextContent('كروت الشاشة')
  expect(document.documentElement).toHaveAttribute('dir', 'rtl')
  const card = screen.getByRole('article')
  // A shop's Arabic title names no product; what the Latin name names is said beside it.
  expect(card).not.toHaveTextContent('كرت اسوس برايم')
  expect(within(card).getByText('ASUS PRIME GeForce RTX 5070 Ti OC 16GB')).toHaveAttribute('dir', 'ltr')
  expect(card).toHaveTextContent('كرت الشاشة')
  expect(card).toHaveTextContent('279.900 د.ك')
  expect(localStorage.getItem('tajmeea.language')).toBe('ar')
})

test('what does not fit the build is hidden, counted, and can be shown', async () => {
  useBuild.getState().clear()
  useBuild.getState().choose(product({ id: '00000000-0000-4000-8000-0000000000c1', category: 'CASE' }))
  const asked: URLSearchParams[] = []
  server.use(
    http.get('*/api/products/list', ({ request }) => {
      const query = new URL(request.url).searchParams
      asked.push(query)
      return HttpResponse.json(list({ hidden: query.has('compatibleWith') ? 7 : 0 }))
    }),
  )
  const { router } = renderApp('/gpu')
  expect(await screen.findByText('7 hidden')).toBeInTheDocument()
  expect(asked.at(-1)?.get('compatibleWith')).toBe('00000000-0000-4000-8000-0000000000c1')
  await userEvent.click(screen.getByRole('switch', { name: 'Only parts that fit my build' }))
  await waitFor(() => expect(router.state.location.href).toBe('/gpu?fit=false'))
  await waitFor(() => expect(asked.at(-1)?.has('compatibleWith')).toBe(false))
  useBuild.getState().clear()
})

test('a filter that the api does not know is told apart from a failure', async () => {
  server.use(http.get('*/api/products/list', () => HttpResponse.json({ error: 'retailer: unknown', code: 'INVALID_FIELDS' }, { status: 422 })))
  const { router } = renderApp('/gpu?retailer=nobody')
  expect(await screen.findByText('This link asks for a filter that does not exist')).toBeInTheDocument()
  await userEvent.click(screen.getAllByRole('button', { name: 'Clear All Filters' }).at(-1) as HTMLElement)
  await waitFor(() => expect(router.state.location.href).toBe('/gpu'))
})

test('what makes no sense in a URL does not reach the api', async () => {
  const asked: string[] = []
  server.use(
    http.get('*/api/products/list', ({ request }) => {
      asked.push(new URL(request.url).search)
      return HttpResponse.json(list())
    }),
  )
  renderApp('/gpu?minPrice=cheap&spec.flavour=sweet&utm_source=mail&manufacturer=ASUS')
  await screen.findByRole('article')
  expect(asked.at(-1)).toBe('?manufacturer=ASUS&category=GPU&inStock=true&page=1&limit=20')
})
