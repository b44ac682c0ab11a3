import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { beforeEach, expect, test } from 'vitest'
import { detail, list, offer as shopOffer, product, user } from '~/testing/fixtures'
import { server } from '~/testing/server'
import { renderApp } from './renderApp'

// The panel is loaded lazily, which is slow on a busy machine.
const patient = { timeout: 20_000 }
const canonical = product()

const offer = (id: string, change: object = {}) => ({
  id: `00000000-0000-4000-8000-0000000000${id}`,
  name: `Offer ${id}`,
  category: 'GPU',
  manufacturer: 'ASUS',
  model: null,
  price: 279.9,
  currency: 'KWD',
  canonicalId: canonical.id,
  canonicalName: canonical.name,
  retailer: 'Safat Tech',
  inStock: true,
  picture: null,
  url: 'http://shop.test/1',
  ended: false,
  pinned: [] as string[],
  updatedAt: '2026-11-21T10:00:00Z',
  ...change,
})

let offers = [offer('a1')]
let requests: URLSearchParams[] = []
let sent: unknown[] = []

const stays = { offers: 2, prices: 310, favorites: 7, alerts: 3, alertUsers: 2, builds: 5, buildUsers: 4, reviews: 1 }
const preview = { moves: { offers: 1, prices: 1204 }, stays }

beforeEach(() => {
  offers = [
    offer('a1', { pinned: ['price'] }),
    offer('a2', { manufacturer: null, inStock: false, canonicalId: null, canonicalName: null }),
  ]
  requests = []
  sent = []
  server.use(
    http.get('*/api/auth/me', () => HttpResponse.json({ user: user({ role: 'ADMIN' }) })),
    http.get('*/api/admin/products', ({ request }) => {
      requests.push(new URL(request.url).searchParams)
      return HttpResponse.json({ products: offers, total: 60, page: 0, limit: 25 })
    }),
    http.post('*/api/admin/catalogue/:id/split/preview', () => HttpResponse.json(preview)),
    http.patch('*/api/admin/products/:id', async ({ request, params }) => {
      sent.push([params.id, await request.json()])
      return HttpResponse.json(offers[0])
    }),
  )
})

const table = async () => within(await screen.findByRole('table', {}, patient))
async function edit(name: string) {
  await userEvent.click((await table()).getByRole('button', { name: `Edit ${name}` }))
  return within(await screen.findByRole('dialog', { name: 'Edit product' }))
}

test('products are listed with pinned fields, offers and stock', async () => {
  renderApp('/admin?tab=products')
  const rows = (await table()).getAllByRole('row')
  expect(rows[0]).toHaveTextContent(/Name.*Category.*Manufacturer.*Retailer.*Price.*Stock.*Actions/)
  expect(rows[1]).toHaveTextContent(
    /Offer a1.*Product: ASUS PRIME.*Video Card.*ASUS.*Safat Tech.*Pinned.*279\.900.*In stock/,
  )
  expect(rows[2]).toHaveTextContent(/Offer a2.*Not linked.*N\/A.*Out of stock/)
  expect(Object.fromEntries(requests[0] ?? [])).toEqual({ limit: '25', page: '0' })
})

test('the URL holds search, category, order, page and size, and the server filters', async () => {
  const { router } = renderApp('/admin?tab=products')
  await table()
  await userEvent.type(screen.getByRole('searchbox', { name: 'Search products' }), 'rtx 5070{Enter}')
  await userEvent.selectOptions(screen.getByLabelText('Category'), 'Video Card')
  await userEvent.click((await table()).getByRole('button', { name: 'Price' }))
  await waitFor(() => expect(requests.at(-1)?.get('sort')).toBe('price'))
  await userEvent.selectOptions(screen.getByLabelText('Rows'), '50')
  await userEvent.click(await screen.findByRole('link', { name: 'Page 2' }))
  await waitFor(() =>
    expect(Object.fromEntries(requests.at(-1) ?? [])).toMatchObject({
      search: 'rtx 5070',
      category: 'GPU',
      sort: 'price',
      limit: '50',
      page: '1',
    }),
  )
  expect(router.state.location.href).toBe('/admin?tab=products&q=rtx+5070&category=GPU&sort=price&size=50&page=2')
})

test('an edit sends only what was changed', async () => {
  renderApp('/admin?tab=products')
  const dialog = await edit('Offer a1')
  expect(dialog.getByLabelText('ID')).toHaveAttribute('readonly')
  expect(dialog.getByLabelText('Retailer')).toHaveAttribute('readonly')
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }))
  expect(dialog.getByText('No changes to save')).toBeInTheDocument()
  await userEvent.clear(dialog.getByLabelText('Name'))
  await userEvent.type(dialog.getByLabelText('Name'), 'Another name')
  await userEvent.clear(dialog.getByLabelText('Canonical ID'))
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('Product updated successfully')).toBeInTheDocument()
  expect(sent).toEqual([[offers[0]?.id, { name: 'Another name', canonicalId: null }]])
})

test('an edit that fails says so and stays open', async () => {
  server.use(http.patch('*/api/admin/products/:id', () => new HttpResponse('<html>', { status: 400 })))
  renderApp('/admin?tab=products')
  const dialog = await edit('Offer a1')
  await userEvent.type(dialog.getByLabelText('Name'), ' again')
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }))
  expect(await dialog.findByRole('alert')).toHaveTextContent('Failed to update product')
})

const known = (digit: string, change: object) => ({
  picture: { hash: digit.repeat(32), width: 640, height: 480 },
  quality: 0.8,
  retailers: ['Safat Tech'],
  products: 1,
  refused: false,
  chosen: false,
  pinned: false,
  ...change,
})

test('a picture can be chosen, refused and reset to the automatic choice', async () => {
  let pictures = [known('a', { chosen: true }), known('b', { quality: 0.5, products: 3 })]
  server.use(
    http.get('*/api/products', () => HttpResponse.json(detail())),
    http.get('*/api/admin/catalogue/:id/pictures', () => HttpResponse.json({ pictures })),
    http.post('*/api/admin/catalogue/:id/pictures', async ({ request, params }) => {
      const decision = (await request.json()) as { action: string }
      sent.push([params.id, decision])
      pictures = [
        known('a', { refused: decision.action === 'refuse' }),
        known('b', { chosen: true, pinned: decision.action === 'choose' }),
      ]
      return HttpResponse.json({ pictures })
    }),
  )
  renderApp('/admin?tab=products')
  await userEvent.click((await table()).getByRole('button', { name: `Pictures of ${canonical.name}` }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Pictures' }))
  expect(await dialog.findByRole('listitem', { name: 'Picture 1' })).toHaveTextContent(
    /Shown.*Safat Tech.*640 × 480 pixels.*Score 80 of 100.*On 1 product/,
  )
  expect(dialog.getByRole('listitem', { name: 'Picture 2' }).querySelector('img')).toHaveAttribute(
    'srcset',
    expect.stringContaining(`/pictures/${'b'.repeat(32)}-384.webp 384w`),
  )
  await userEvent.click(dialog.getByRole('button', { name: 'Choose: Picture 2' }))
  await waitFor(() =>
    expect(dialog.getByRole('listitem', { name: 'Picture 2' })).toHaveTextContent('Shown, chosen here'),
  )
  await userEvent.click(dialog.getByRole('button', { name: 'Refuse: Picture 1' }))
  await waitFor(() => expect(dialog.getByRole('listitem', { name: 'Picture 1' })).toHaveTextContent('Refused'))
  expect(sent).toEqual([
    [canonical.id, { action: 'choose', hash: 'b'.repeat(32) }],
    [canonical.id, { action: 'refuse', hash: 'a'.repeat(32) }],
  ])
})

test('a pinned price can be unpinned', async () => {
  renderApp('/admin?tab=products')
  const dialog = await edit('Offer a1')
  await userEvent.click(dialog.getByRole('button', { name: 'Unpin Price' }))
  expect(dialog.getByText("Goes back to the shop's own when saved")).toBeInTheDocument()
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(sent).toEqual([[offers[0]?.id, { unpin: ['price'] }]]))
})

test.each(['-1', '1.2345', '1e12', '0', ''])('a price of %s is refused', async (price) => {
  renderApp('/admin?tab=products')
  const dialog = await edit('Offer a1')
  await userEvent.clear(dialog.getByLabelText('Price (KWD)'))
  if (price !== '') await userEvent.type(dialog.getByLabelText('Price (KWD)'), price)
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }))
  expect(dialog.getByLabelText('Price (KWD)')).toHaveAccessibleDescription(
    'Must be an amount above 0 with at most 3 decimals',
  )
  expect(sent).toEqual([])
})

test('a product is found by name, and one of another category is refused', async () => {
  server.use(
    http.get('*/api/search', () => HttpResponse.json(list())),
    http.patch('*/api/admin/products/:id', () =>
      HttpResponse.json({ error: 'x', code: 'CANONICAL_OTHER_CATEGORY' }, { status: 422 }),
    ),
  )
  renderApp('/admin?tab=products')
  const dialog = await edit('Offer a2')
  await userEvent.type(dialog.getByRole('searchbox', { name: 'Find the product by name' }), 'asus')
  await userEvent.click(await dialog.findByRole('button', { name: canonical.name }))
  expect(dialog.getByLabelText('Canonical ID')).toHaveValue(canonical.id)
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }))
  expect(await dialog.findByRole('alert')).toHaveTextContent('That product is in another category.')
})

test('a product that another administrator has deleted is reported', async () => {
  server.use(
    http.patch('*/api/admin/products/:id', () =>
      HttpResponse.json({ error: 'x', code: 'PRODUCT_DELETED' }, { status: 410 }),
    ),
  )
  renderApp('/admin?tab=products')
  const dialog = await edit('Offer a1')
  await userEvent.type(dialog.getByLabelText('Name'), ' x')
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }))
  expect(await dialog.findByRole('alert')).toHaveTextContent('Somebody has deleted this product.')
  await waitFor(() => expect(requests.length).toBeGreaterThan(1))
})

test('a product is deleted after a warning', async () => {
  let failing = true
  server.use(
    http.delete('*/api/admin/products/:id', () => {
      if (failing) return HttpResponse.json({ error: '', code: 'INTERNAL' }, { status: 500 })
      offers = offers.slice(1)
      return new HttpResponse(null, { status: 204 })
    }),
  )
  renderApp('/admin?tab=products')
  await userEvent.click((await table()).getByRole('button', { name: 'Delete Offer a1' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Delete product' }))
  expect(dialog.getByText(/permanently/)).toBeInTheDocument()
  await userEvent.click(dialog.getByRole('button', { name: 'Delete' }))
  expect(await dialog.findByRole('alert')).toHaveTextContent('Failed to delete product')
  failing = false
  await userEvent.click(dialog.getByRole('button', { name: 'Delete' }))
  expect(await screen.findByText('Product deleted successfully')).toBeInTheDocument()
  await waitFor(async () => expect((await table()).queryByRole('button', { name: 'Delete Offer a1' })).toBeNull())
})

test('several offers are unlinked together, and failures are reported', async () => {
  server.use(
    http.post('*/api/admin/products/link', async ({ request }) => {
      sent.push(await request.json())
      return HttpResponse.json({ linked: 1, failed: [{ id: offers[1]?.id, error: 'x', code: 'PRODUCT_DELETED' }] })
    }),
  )
  renderApp('/admin?tab=products')
  await userEvent.click((await table()).getByRole('checkbox', { name: 'Select all' }))
  expect(screen.getByText('2 selected')).toBeInTheDocument()
  await userEvent.click(screen.getByRole('button', { name: 'Unlink' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Unlink' }))
  await userEvent.click(dialog.getByRole('button', { name: 'Unlink' }))
  expect(await dialog.findByText('Unlinked 1, failed 1')).toBeInTheDocument()
  expect(dialog.getByRole('listitem')).toHaveTextContent('Offer a2Somebody has deleted this product.')
  expect(sent).toEqual([{ ids: offers.map(({ id }) => id), canonicalId: null }])
})

const twin = product({
  id: '00000000-0000-4000-8000-000000000002',
  name: 'ASUS PRIME RTX5070Ti OC',
  specs: { gpuVram: 16, length: 310 },
})
const shopOffers = [
  shopOffer(),
  shopOffer({
    id: '00000000-0000-4000-8000-0000000000a2',
    retailer: 'Dhow Digital',
    retailerSlug: 'dhow-digital',
    title: 'PRIME 5070 (not Ti)',
  }),
]

async function remake() {
  server.use(
    http.get('*/api/search', () => HttpResponse.json(list({ products: [canonical, twin] }))),
    http.get('*/api/products', ({ request }) =>
      HttpResponse.json(
        new URL(request.url).searchParams.get('id') === twin.id
          ? detail({ product: twin })
          : detail({ product: canonical, retailers: shopOffers }),
      ),
    ),
    http.post('*/api/admin/catalogue/:id/:deed', async ({ request, params }) => {
      sent.push([params.id, params.deed, await request.json()])
      return HttpResponse.json({ productId: twin.id })
    }),
  )
  renderApp('/admin?tab=products')
  const shown = await table()
  // An offer without a product cannot be merged.
  expect(shown.getAllByRole('button', { name: /^Merge or split/ })).toHaveLength(1)
  await userEvent.click(shown.getByRole('button', { name: `Merge or split ${canonical.name}` }))
  return within(await screen.findByRole('dialog', { name: 'Merge or split a product' }))
}

test('two products are merged into either of them', async () => {
  const dialog = await remake()
  await userEvent.type(await dialog.findByRole('searchbox'), 'asus')
  await userEvent.click(await dialog.findByRole('button', { name: twin.name }))
  expect(dialog.queryByRole('button', { name: canonical.name })).toBeNull()
  const goes = within(await dialog.findByRole('region', { name: 'Merged away' }))
  expect(goes.getByRole('link')).toHaveTextContent(canonical.name)
  expect(goes.getByText('2 offers')).toBeInTheDocument()
  // Only contradicting facts are shown.
  expect(goes.getByRole('definition')).toHaveTextContent('304 mm')
  expect(dialog.getByText(/^2 offers with their past prices go to ASUS PRIME RTX5070Ti OC/)).toBeInTheDocument()
  await userEvent.click(dialog.getByRole('button', { name: 'Swap which one stays' }))
  expect(within(dialog.getByRole('region', { name: 'Kept' })).getByRole('link')).toHaveTextContent(canonical.name)
  const [mergeNow] = dialog.getAllByRole('button', { name: 'Merge' }).slice(-1)
  await userEvent.click(mergeNow as HTMLElement)
  expect(await screen.findByText(`Merged into ${canonical.name}`)).toBeInTheDocument()
  expect(sent).toEqual([[twin.id, 'merge', { into: canonical.id }]])
})

test('some offers of a product are split off, but never all', async () => {
  const dialog = await remake()
  await userEvent.click(dialog.getByRole('button', { name: 'Split' }))
  const next = await dialog.findByRole('button', { name: 'Next' })
  expect(next).toBeDisabled()
  const boxes = dialog.getAllByRole('checkbox')
  for (const box of boxes) await userEvent.click(box)
  expect(dialog.getByText('At least one offer must stay.')).toBeInTheDocument()
  expect(next).toBeDisabled()
  await userEvent.click(boxes[0] as HTMLElement)
  await userEvent.click(next)
  // The ticked offers are shown once more, and the keyboard goes on where it was.
  const listed = within(dialog.getByRole('list', { name: 'Offers to split off' })).getAllByRole('listitem')
  expect(listed).toHaveLength(1)
  expect(listed[0]).toHaveTextContent('PRIME 5070 (not Ti)')
  expect(sent).toEqual([])
  expect(dialog.getByRole('button', { name: 'Split off' })).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  expect(await dialog.findByText('1 offer is a product of its own now.')).toBeInTheDocument()
  expect(dialog.getByRole('link', { name: 'Open the new product' })).toHaveAttribute('href', `/product/${twin.id}`)
  expect(sent).toEqual([[canonical.id, 'split', { offerIds: [shopOffers[1]?.id] }]])
})

test('ticked offers of one product become a product of their own, which can be undone', async () => {
  const second = offer('a3', { name: 'PRIME 5070 (not Ti)' })
  offers = [...offers, second]
  server.use(
    http.get('*/api/products', () => HttpResponse.json(detail({ product: canonical, retailers: shopOffers }))),
    http.post('*/api/admin/catalogue/:id/split', async ({ request, params }) => {
      sent.push([params.id, 'split', await request.json()])
      return HttpResponse.json({ productId: twin.id })
    }),
    http.post('*/api/admin/catalogue/:id/split/undo', ({ params }) => {
      sent.push([params.id, 'undo'])
      return HttpResponse.json({ productId: canonical.id })
    }),
  )
  renderApp('/admin?tab=products')
  const shown = await table()
  // An offer that belongs to no product cannot be split off.
  await userEvent.click(shown.getByRole('checkbox', { name: 'Select Offer a2' }))
  expect(screen.queryByRole('button', { name: 'Make own product' })).toBeNull()
  await userEvent.click(shown.getByRole('checkbox', { name: 'Select Offer a2' }))
  await userEvent.click(shown.getByRole('checkbox', { name: `Select ${second.name}` }))
  await userEvent.click(screen.getByRole('button', { name: 'Make own product' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Make a product of its own' }))
  expect(
    dialog.getByText(`This offer is of another product than ${canonical.name}, and becomes a product of its own:`),
  ).toBeInTheDocument()
  expect(dialog.getByRole('listitem')).toHaveTextContent(second.name)
  const rows = async (name: string) => {
    const side = within(await dialog.findByRole('region', { name }))
    const values = side.getAllByRole('definition').map((one) => one.textContent)
    return side.getAllByRole('term').map((one, nth) => `${one.textContent}: ${values[nth]}`)
  }
  expect(await rows('Goes to the new product')).toEqual(['Offers: 1', 'Recorded prices: 1,204'])
  expect(await rows(`Stays with ${canonical.name}`)).toEqual([
    'Offers: 2',
    'Recorded prices: 310',
    'Price alerts: 3 (users: 2)',
    'Saved builds: 5 (users: 4)',
    'Favorites: 7',
    'Reviews: 1',
  ])
  await userEvent.click(dialog.getByRole('button', { name: 'Split off' }))
  expect(await dialog.findByText('1 offer is a product of its own now.')).toBeInTheDocument()
  await userEvent.click(dialog.getByRole('button', { name: 'Undo' }))
  expect(await dialog.findByText('Undone: the offers are back on their page.')).toBeInTheDocument()
  expect(sent).toEqual([
    [canonical.id, 'split', { offerIds: [second.id] }],
    [twin.id, 'undo'],
  ])
})

test('a table that cannot be loaded says so', async () => {
  server.use(http.get('*/api/admin/products', () => HttpResponse.json({ error: '', code: 'X' }, { status: 400 })))
  renderApp('/admin?tab=products')
  expect(await screen.findByRole('alert', {}, patient)).toHaveTextContent('Failed to load products')
})
