import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { expect, test } from 'vitest'
import { usePreferences } from '~/lib/preferences'
import { detail, list } from '~/testing/fixtures'
import { server } from '~/testing/server'
import { renderApp } from './renderApp'

const suggestions = {
  products: [
    {
      id: '00000000-0000-4000-8000-000000000001',
      name: 'ASUS RTX 5070',
      nameAr: null,
      category: 'GPU',
      picture: null,
      price: 210,
      inStock: true,
      highlights: [[5, 8]],
      highlightsAr: [],
    },
  ],
  categories: [{ type: 'GPU', label: 'Video Card', labelAr: 'كرت الشاشة', route: '/gpu', count: 3 }],
  brands: [],
  queries: [],
  retailers: [],
}

test('the empty search page asks for words', async () => {
  renderApp('/search')
  expect(await screen.findByText('Enter a search query to find components')).toBeInTheDocument()
})

test('results are counted and the query is named', async () => {
  server.use(http.get('*/api/search', () => HttpResponse.json(list({ total: 2 }))))
  renderApp('/search?q=rtx')
  expect(await screen.findByText('2 products found')).toBeInTheDocument()
  expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Showing results for rtx')
})

test('nothing found says what to do', async () => {
  server.use(http.get('*/api/search', () => HttpResponse.json(list({ products: [], total: 0 }))))
  renderApp('/search?q=zzz')
  expect(await screen.findByText('Try searching with different keywords')).toBeInTheDocument()
})

test('parsed filters are shown and can be removed', async () => {
  const understood = [{ kind: 'price', label: '250', words: 'under 250', filter: { maxPrice: ['250'] } }]
  server.use(
    http.get('*/api/search', ({ request }) =>
      HttpResponse.json(list({ understood: request.url.includes('literal') ? [] : understood })),
    ),
  )
  const { router } = renderApp('/search?q=rtx+under+250')
  expect(await screen.findByText('Up to 250 KWD')).toBeInTheDocument()
  await userEvent.click(screen.getByRole('button', { name: 'Search for the exact words “under 250”' }))
  await waitFor(() => expect(router.state.location.href).toContain('literal=under+250'))
})

test('another filter changes neither the price filter nor the price that the query names', async () => {
  const understood = [{ kind: 'price', label: '250', words: 'under 250', filter: { maxPrice: ['250'] } }]
  const facets = { manufacturer: { type: 'values' as const, values: [{ value: 'ASUS', count: 1 }] } }
  server.use(http.get('*/api/search', () => HttpResponse.json(list({ understood, facets }))))
  const { router } = renderApp('/search?q=rtx+under+250&minPrice=100')
  await screen.findByText('Up to 250 KWD')
  await userEvent.click(await screen.findByRole('checkbox', { name: /^ASUS/ }))
  await waitFor(() => expect(router.state.location.href).toContain('manufacturer=ASUS'))
  expect(router.state.location.href).toContain('minPrice=100')
  expect(router.state.location.href).not.toMatch(/literal|maxPrice/)
})

test('the upper price that the query names can be emptied beside a lower one', async () => {
  const understood: { kind: string; label: string; words: string; filter: Record<string, string[]> }[] = [
    { kind: 'price', label: '50', words: 'over 50', filter: { minPrice: ['50'] } },
    { kind: 'price', label: '250', words: 'under 250', filter: { maxPrice: ['250'] } },
  ]
  const price = { type: 'range' as const, min: 20, max: 400, buckets: [] }
  server.use(http.get('*/api/search', () => HttpResponse.json(list({ understood, facets: { price } }))))
  const { router } = renderApp('/search?q=rtx+Over+50+under+%D9%A2%D9%A5%D9%A0&minPrice=100')
  const to = await screen.findByRole('textbox', { name: 'To, KWD' })
  expect(to).toHaveValue('250')
  expect(screen.getByRole('textbox', { name: 'From, KWD' })).toHaveValue('100')
  await userEvent.clear(to)
  await userEvent.tab()
  await waitFor(() => expect(router.state.location.search).toEqual({ q: 'rtx', minPrice: '100' }))
})

test('a price that is set in the panel replaces the words that name one', async () => {
  const understood = [{ kind: 'price', label: '150', words: 'اقل من 150 د ك', filter: { maxPrice: ['150'] } }]
  const price = { type: 'range' as const, min: 20, max: 400, buckets: [] }
  server.use(http.get('*/api/search', () => HttpResponse.json(list({ understood, facets: { price } }))))
  const { router } = renderApp(`/search?q=${encodeURIComponent('معالج أقل من ١٥٠ د.ك')}`)
  const to = await screen.findByRole('textbox', { name: 'To, KWD' })
  expect(to).toHaveValue('150')
  await userEvent.clear(to)
  await userEvent.type(to, '120{Enter}')
  await waitFor(() => expect(router.state.location.search).toEqual({ q: 'معالج', maxPrice: '120' }))
})

test('a comparison links to the page that sets both side by side', async () => {
  const sides = ['00000000-0000-4000-8000-000000000001', '00000000-0000-4000-8000-000000000002'].map((product) => ({
    words: 'rtx',
    product,
  }))
  server.use(http.get('*/api/search', () => HttpResponse.json(list({ intent: { kind: 'comparison', sides } }))))
  renderApp('/search?q=4070+vs+5070')
  const link = await screen.findByRole('link', { name: 'Compare them side by side' })
  expect(decodeURIComponent(link.getAttribute('href') ?? '')).toContain(`ids=${sides[0]?.product}`)
})

test('a search for a whole PC opens builds for its budget and use', async () => {
  const intent = { kind: 'build', budget: 500, uses: ['gaming'] } as const
  server.use(
    http.get('*/api/search', () =>
      HttpResponse.json(list({ products: [], total: 0, intent: { ...intent, uses: [...intent.uses] } })),
    ),
  )
  renderApp('/search?q=gaming+pc+500')
  const link = await screen.findByRole('link', { name: 'See the best builds' })
  expect(link).toHaveAttribute('href', '/build-for?budget=500&use=gaming-1440p')
  expect(screen.queryByText('Nothing found')).not.toBeInTheDocument()
})

test.each(['/search?q=thermal+paste', '/search?q=thermal+paste&manufacturer=Corsair'])(
  'a product that nobody sells is named and not corrected: %s',
  async (address) => {
    server.use(
      http.get('*/api/search', () =>
        HttpResponse.json(
          list({ products: [], total: 0, intent: { kind: 'notCarried', words: 'thermal paste', near: null } }),
        ),
      ),
    )
    renderApp(address)
    expect(await screen.findByText('No shop we track sells “thermal paste”')).toBeInTheDocument()
  },
)

test('results of other words are not shown while a search loads', async () => {
  server.use(
    http.get('*/api/search', async ({ request }) => {
      if (new URL(request.url).searchParams.get('q') === 'ssd') await new Promise(() => undefined)
      return HttpResponse.json(list({ total: 2 }))
    }),
  )
  const { router } = renderApp('/search?q=rtx')
  expect(await screen.findByText('2 products found')).toBeInTheDocument()
  void router.navigate({ to: '/search', search: { q: 'ssd' } })
  await waitFor(() => expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('ssd'))
  expect(screen.queryByText('2 products found')).toBeNull()
})

test('suggestions come after more than two letters and are chosen by keyboard', async () => {
  const requests: string[] = []
  server.use(
    http.get('*/api/suggest', ({ request }) => {
      requests.push(new URL(request.url).searchParams.get('q') ?? '')
      return HttpResponse.json(suggestions)
    }),
    http.get('*/api/products', () => HttpResponse.json(detail())),
    http.get('*/api/products/list', () => HttpResponse.json(list())),
    http.get('*/api/products/:id/price-history', () =>
      HttpResponse.json({ error: 'none', code: 'NOT_FOUND' }, { status: 404 }),
    ),
  )
  const { router } = renderApp('/login')
  const field = await screen.findByRole('combobox', { name: 'Search' })
  await userEvent.type(field, 'rt')
  expect(field).toHaveAttribute('aria-expanded', 'false')
  await userEvent.type(field, 'x')
  const option = await screen.findByRole('option', { name: /ASUS RTX 5070/ })
  expect(requests).toEqual(['rtx'])
  expect(option.querySelector('mark')).toHaveTextContent('RTX')
  await userEvent.keyboard('{ArrowDown}{ArrowDown}')
  expect(field).toHaveAttribute('aria-activedescendant', option.id)
  await userEvent.keyboard('{Enter}')
  await waitFor(() => expect(router.state.location.pathname).toBe(`/product/${suggestions.products[0]?.id}`))
  expect(await screen.findByText('No price history available for this product yet.')).toBeInTheDocument()
})

test('Enter searches at once and the search is remembered', async () => {
  usePreferences.getState().forgetSearches()
  server.use(http.get('*/api/search', () => HttpResponse.json(list())))
  const { router } = renderApp('/login')
  const field = await screen.findByRole('combobox', { name: 'Search' })
  await userEvent.type(field, 'كرت شاشة{Enter}')
  await waitFor(() => expect(router.state.location.search).toEqual({ q: 'كرت شاشة' }))
  await userEvent.clear(field)
  await userEvent.click(field)
  expect(await screen.findByRole('option', { name: 'كرت شاشة' })).toBeInTheDocument()
})

test('the slash key opens the palette, a letter its category, and neither while writing', async () => {
  server.use(http.get('*/api/products/list', () => HttpResponse.json(list())))
  const { router } = renderApp('/login')
  const field = await screen.findByRole('combobox', { name: 'Search' })
  await userEvent.click(field)
  await userEvent.keyboard('/g')
  expect(field).toHaveValue('/g')
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
  expect(router.state.location.pathname).toBe('/login')
  await userEvent.keyboard('{Escape}{Escape}')
  field.blur()
  await userEvent.keyboard('g')
  await waitFor(() => expect(router.state.location.pathname).toBe('/gpu'))
  await userEvent.keyboard('/')
  expect(await screen.findByRole('dialog')).toBeInTheDocument()
})

test('Ctrl-K opens the palette, which goes to pages and categories by name', async () => {
  server.use(http.get('*/api/products/list', () => HttpResponse.json(list())))
  const { router } = renderApp('/login')
  await screen.findByRole('combobox', { name: 'Search' })
  await userEvent.keyboard('{Control>}k{/Control}')
  const field = await screen.findByRole('combobox', { name: 'Type a part, a page or a category', hidden: true })
  await userEvent.type(field, 'video')
  expect(await screen.findByRole('option', { name: 'Video Cards', hidden: true })).toBeInTheDocument()
  await userEvent.keyboard('{ArrowDown}{Enter}')
  await waitFor(() => expect(router.state.location.pathname).toBe('/gpu'))
})
