import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { expect, test } from 'vitest'
import { useBuild } from '~/lib/buildStore'
import { usePreferences } from '~/lib/preferences'
import { forgetPresses } from '~/lib/presses'
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

/** Returns an understood part of a query. */
const part = (kind: string, label: string, words: string, filter: Record<string, string[]>, excluded = false) => ({
  kind,
  label,
  words,
  filter,
  excluded,
})

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
  const understood = [part('price', '250', 'under 250', { maxPrice: ['250'] })]
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

test('what the query excludes is worded so', async () => {
  const understood = [
    part('brand', 'corsair', 'not corsair', { '-manufacturer': ['Corsair'] }, true),
    part('word', 'rgb', 'without rgb', {}, true),
  ]
  server.use(http.get('*/api/search', () => HttpResponse.json(list({ understood }))))
  renderApp('/search?q=psu+not+corsair+without+rgb')
  expect(await screen.findByText('Not Corsair')).toBeInTheDocument()
  expect(screen.getByText('Not rgb')).toBeInTheDocument()
})

test('a part whose fit cannot be checked is said, not claimed', async () => {
  const understood = [part('fitUnknown', 'rtx 6070', 'for rtx 6070', {})]
  server.use(http.get('*/api/search', () => HttpResponse.json(list({ understood }))))
  renderApp('/search?q=psu+for+rtx+6070')
  expect(await screen.findByText(/We can’t check what fits rtx 6070/)).toBeInTheDocument()
  expect(screen.queryByText('fits rtx 6070')).not.toBeInTheDocument()
})

const memoryOf = (thing: string, value: string) => ({ thing, key: 'ramType', values: [value] })

test('the verdict on two things names the deciding facts', async () => {
  const intent = {
    kind: 'fit' as const,
    answer: 'no' as const,
    sides: [
      { words: 'ddr5', product: null },
      { words: 'b550', product: null },
    ],
    reason: {
      code: 'RAM_TYPE_INCOMPATIBLE',
      message: 'ddr5 is DDR5, but b550 takes DDR4.',
      messageAr: 'ddr5 نوعه DDR5، وb550 ياخذ DDR4.',
      facts: [{ asked: memoryOf('ddr5', 'DDR5'), allowed: memoryOf('b550', 'DDR4'), unit: null }],
      missing: [],
    },
  }
  server.use(http.get('*/api/search', () => HttpResponse.json(list({ intent }))))
  renderApp('/search?q=does+ddr5+work+on+b550')
  expect(await screen.findByText('No, they don’t fit.')).toBeInTheDocument()
  expect(screen.getByText('ddr5 is DDR5, but b550 takes DDR4.')).toBeInTheDocument()
  expect(screen.getByText('ddr5: DDR5 · b550: DDR4')).toBeInTheDocument()
})

test('another filter changes neither the price filter nor the price that the query names', async () => {
  const understood = [part('price', '250', 'under 250', { maxPrice: ['250'] })]
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
  const understood = [
    part('price', '50', 'over 50', { minPrice: ['50'] }),
    part('price', '250', 'under 250', { maxPrice: ['250'] }),
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
  const understood = [part('price', '150', 'اقل من 150 د ك', { maxPrice: ['150'] })]
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

const foundBuild = (kind: string, total: number, index: number) => ({
  kind,
  total,
  index,
  estimates: { graphics: { index, band: { text: `Band ${kind}`, textAr: 'x' } }, processor: null },
})

test('a search for a whole PC shows the builds of its budget in the card', async () => {
  server.use(
    http.get('*/api/search', () =>
      HttpResponse.json(list({ products: [], total: 0, intent: { kind: 'build', budget: 500, uses: ['gaming'] } })),
    ),
    http.post('*/api/budget-builds', () =>
      HttpResponse.json({
        use: 'gaming-1440p',
        builds: [foundBuild('best', 497.5, 85), foundBuild('goodEnough', 372, 79.4)],
        products: [],
        retailers: [],
      }),
    ),
  )
  renderApp('/search?q=gaming+pc+500')
  expect(await screen.findByRole('link', { name: 'Fastest' })).toHaveAttribute(
    'href',
    '/build-for?budget=500&use=gaming-1440p',
  )
  expect(screen.getByRole('link', { name: 'Best value' })).toBeInTheDocument()
  expect(screen.getByText('Band goodEnough')).toBeInTheDocument()
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

test('suggestions are asked for 300 ms after the last letter', async () => {
  const asked: { text: string | null; at: number }[] = []
  server.use(
    http.get('*/api/suggest', ({ request }) => {
      asked.push({ text: new URL(request.url).searchParams.get('q'), at: performance.now() })
      return HttpResponse.json(suggestions)
    }),
  )
  renderApp('/login')
  const field = await screen.findByRole('combobox', { name: 'Search' })
  await userEvent.type(field, 'rtx ')
  const before = performance.now()
  await userEvent.type(field, '5')
  await waitFor(() => expect(asked).toHaveLength(1))
  expect(asked[0]?.text).toBe('rtx 5')
  const waited = (asked[0]?.at ?? 0) - before
  // A timer may ring a millisecond early.
  expect(waited).toBeGreaterThan(298)
  expect(waited).toBeLessThan(900)
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

test('the first click on a result is counted with its place', async () => {
  const clicks: unknown[] = []
  const found = list()
  server.use(
    http.get('*/api/search', () => HttpResponse.json(found)),
    http.get('*/api/products', () => HttpResponse.json(detail())),
    http.post('*/api/search/clicks', async ({ request }) => {
      clicks.push(await request.json())
      return new HttpResponse(null, { status: 204 })
    }),
  )
  renderApp('/search?q=counted+words')
  const [first] = found.products
  await userEvent.click(await screen.findByRole('link', { name: first?.name }))
  await waitFor(() =>
    expect(clicks).toEqual([{ text: 'counted words', language: 'en', productId: first?.id, rank: 1 }]),
  )
})

test('an addition to the build right from the results is counted, and a removal is not', async () => {
  useBuild.getState().clear()
  const choices: unknown[] = []
  const found = list()
  server.use(
    http.get('*/api/search', () => HttpResponse.json(found)),
    http.post('*/api/search/clicks', async ({ request }) => {
      choices.push(await request.json())
      return new HttpResponse(null, { status: 204 })
    }),
  )
  const { router } = renderApp('/search?q=added+words')
  const [first] = found.products
  await userEvent.click(await screen.findByRole('button', { name: 'Add to Build' }))
  const added = { text: 'added words', language: 'en', productId: first?.id, rank: 1, addition: true }
  await waitFor(() => expect(choices).toEqual([added]))
  await waitFor(() => expect(router.state.location.pathname).toBe('/'))
  forgetPresses()
  await router.navigate({ to: '/search', search: { q: 'added words' } })
  await userEvent.click(await screen.findByRole('button', { name: 'Remove from Build' }))
  expect(await screen.findByRole('button', { name: 'Add to Build' })).toBeInTheDocument()
  expect(choices).toEqual([added])
  useBuild.getState().clear()
})

test('a text that an administrator leads to a page opens it', async () => {
  server.use(http.get('*/api/search', () => HttpResponse.json(list({ redirect: '/for-shops' }))))
  const { router } = renderApp('/search?q=sell+here')
  await waitFor(() => expect(router.state.location.pathname).toBe('/for-shops'))
})
