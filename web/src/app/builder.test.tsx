import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { afterEach, expect, test } from 'vitest'
import { useBuild } from '~/lib/buildStore'
import { compatibility, list, product } from '~/testing/fixtures'
import { server } from '~/testing/server'
import { renderApp } from './renderApp'

const card = product()
const chassis = product({
  id: '00000000-0000-4000-8000-0000000000c1',
  category: 'CASE',
  componentType: 'CASE',
  name: 'A small case',
})

const verdict = compatibility({
  compatible: false,
  estimatedWatts: 300,
  issues: [
    {
      code: 'GPU_LENGTH',
      type: 'error',
      message: 'The card is too long for the case.',
      messageAr: 'الكرت أطول من الكيس.',
      componentIds: [card.id, chassis.id],
      evidence: [],
      fixes: [
        { category: 'GPU', filters: [['spec.length.max', '250']] },
        { category: 'CASE', filters: [['spec.maxGpuLength.min', '304']] },
      ],
    },
  ],
  requiredWatts: 300,
  totalPrice: 279.9,
})

afterEach(() => useBuild.getState().clear())

test('a suggestion without any matching part is no link, and says so', async () => {
  useBuild.getState().choose(card)
  useBuild.getState().choose(chassis)
  server.use(
    http.get('*/api/products', () => HttpResponse.json({ products: [card, chassis], mergedInto: {} })),
    http.post('*/api/compatibility', () => HttpResponse.json(verdict)),
    http.post('*/api/basket', () => HttpResponse.json({}, { status: 503 })),
    http.get('*/api/products/list', ({ request }) => {
      const cases = new URL(request.url).searchParams.get('category') === 'CASE'
      return HttpResponse.json(list({ total: cases ? 12 : 0 }))
    }),
  )
  renderApp('/')
  const issue = within(
    (await screen.findByText('The card is too long for the case.')).closest('article') as HTMLElement,
  )
  expect(await issue.findByText('Video Cards: none in stock fits the other parts')).toBeInTheDocument()
  await waitFor(() =>
    expect(issue.getAllByRole('link').map((link) => link.textContent)).toEqual(['Cases that fit (12)']),
  )
})

test('a CPU without graphics gets a note about the video card, and storage is listed as missing', async () => {
  const cpu = product({
    id: '00000000-0000-4000-8000-0000000000d1',
    category: 'CPU',
    componentType: 'CPU',
    name: 'Ryzen 5 7500F',
  })
  useBuild.getState().choose(cpu)
  const needs = {
    ...verdict.issues[0],
    code: 'NO_DISPLAY_OUTPUT',
    message: 'The CPU has no graphics.',
    componentIds: [cpu.id],
    fixes: [],
  }
  server.use(
    http.get('*/api/products', () => HttpResponse.json({ products: [cpu], mergedInto: {} })),
    http.post('*/api/compatibility', () => HttpResponse.json({ ...verdict, issues: [needs] })),
    http.post('*/api/basket', () => HttpResponse.json({}, { status: 422 })),
  )
  renderApp('/')
  expect(await screen.findByText('Needs a video card')).toBeInTheDocument()
  expect(screen.queryByText('Does not fit')).toBeNull()
  expect(screen.queryByText(/1 problem/)).toBeNull()
  expect(
    screen.getAllByText(/Still missing: Motherboard, Memory, Storage, Video Card, Power Supply/).length,
  ).toBeGreaterThan(0)
})

test('a build that has all and fits says "all components compatible", and no longer without a part', async () => {
  const parts = (['CPU', 'MOTHERBOARD', 'RAM', 'STORAGE', 'PSU'] as const).map((category, nth) =>
    product({ id: `00000000-0000-4000-8000-0000000000f${nth}`, category, componentType: category, name: category }),
  )
  for (const part of parts) useBuild.getState().choose(part)
  const passed = [
    { code: 'SOCKET_MISMATCH', componentIds: parts.map(({ id }) => id), name: 'Socket', nameAr: 'السوكت' },
  ]
  server.use(
    http.get('*/api/products', () => HttpResponse.json({ products: parts, mergedInto: {} })),
    http.post('*/api/compatibility', async ({ request }) => {
      const { components } = (await request.json()) as { components: object }
      const isComplete = Object.keys(components).length === parts.length
      return HttpResponse.json({ ...verdict, compatible: true, isComplete, issues: [], passed })
    }),
    http.post('*/api/basket', () => HttpResponse.json({}, { status: 422 })),
    http.get('*/api/products/list', () => HttpResponse.json(list())),
  )
  renderApp('/')
  expect((await screen.findAllByText('all components compatible')).length).toBeGreaterThan(0)
  act(() => useBuild.getState().remove('STORAGE'))
  expect((await screen.findAllByText(/Still missing: Storage/)).length).toBeGreaterThan(0)
  expect(screen.queryByText('all components compatible')).toBeNull()
})

test('a part that left the catalogue is shown apart with its last price, outside the total and the payments', async () => {
  const gone = product({
    id: '00000000-0000-4000-8000-0000000000d2',
    category: 'CASE',
    componentType: 'CASE',
    name: 'An old case',
    price: 50,
  })
  useBuild.getState().choose(card)
  useBuild.getState().choose(gone)
  server.use(
    http.get('*/api/products', () => HttpResponse.json({ products: [card], mergedInto: {} })),
    http.post('*/api/compatibility', () => HttpResponse.json({ ...verdict, issues: [] })),
    http.post('*/api/basket', () => HttpResponse.json({}, { status: 422 })),
  )
  renderApp('/')
  const row = within((await screen.findByText('No longer in the catalogue')).closest('tr') as HTMLElement)
  expect(row.getByText('last price')).toBeInTheDocument()
  expect(row.getByRole('link', { name: 'Choose another' })).toHaveAttribute('href', '/case')
  expect(screen.getByText('1 part can’t be bought today and is not in the total')).toBeInTheDocument()
  expect(screen.getByRole('region', { name: 'Totals' })).toHaveTextContent('Total279.900 KWD')
  expect(screen.getAllByText('Total'), 'the total stands once').toHaveLength(1)
})

test('a merged product is replaced in the build by the one that it was merged into', async () => {
  const merged = product({ ...card, id: '00000000-0000-4000-8000-0000000000d3', name: 'The same card, once more' })
  useBuild.getState().choose(merged)
  server.use(
    http.get('*/api/products', () => HttpResponse.json({ products: [card], mergedInto: { [merged.id]: card.id } })),
    http.post('*/api/compatibility', () => HttpResponse.json({ ...verdict, issues: [] })),
    http.post('*/api/basket', () => HttpResponse.json({}, { status: 422 })),
  )
  renderApp('/')
  await waitFor(() =>
    expect(useBuild.getState().currentBuild.components.GPU?.map((part) => part.product.id)).toEqual([card.id]),
  )
  expect(screen.queryByText('No longer in the catalogue')).toBeNull()
})

test('a part that became more expensive since it was chosen shows the old price', async () => {
  useBuild.getState().choose({ ...card, price: 250 })
  server.use(
    http.get('*/api/products', () => HttpResponse.json({ products: [card], mergedInto: {} })),
    http.post('*/api/compatibility', () => HttpResponse.json({ ...verdict, issues: [] })),
    http.post('*/api/basket', () => HttpResponse.json({}, { status: 422 })),
  )
  renderApp('/')
  expect(await screen.findByText(/250\.000.*279\.900/)).toBeInTheDocument()
  expect(screen.getByRole('region', { name: 'Totals' })).toHaveTextContent('Total279.900 KWD')
})

test('four payments cover what retailers with Tabby sell', async () => {
  const atTabby = product({
    id: '00000000-0000-4000-8000-0000000000d3',
    category: 'CASE',
    componentType: 'CASE',
    price: 40,
    retailer: 'Dhow Digital',
    retailerSlug: 'dhow-digital',
  })
  useBuild.getState().choose(card)
  useBuild.getState().choose(atTabby)
  server.use(
    http.get('*/api/products', () => HttpResponse.json({ products: [card, atTabby], mergedInto: {} })),
    http.post('*/api/compatibility', () => HttpResponse.json({ ...verdict, issues: [] })),
    http.post('*/api/basket', () => HttpResponse.json({}, { status: 422 })),
  )
  renderApp('/')
  expect(
    await screen.findByText('Or 4 payments, no interest, for what Dhow Digital sell with Tabby: 40.000 KWD'),
  ).toBeInTheDocument()
  expect(screen.getAllByText('10.000')).toHaveLength(4)
  const foot = within(screen.getAllByRole('rowgroup').at(-1) as HTMLElement)
  expect(await foot.findByText('10.000 + 10.000 + 10.000 + 10.000')).toBeInTheDocument()
})

/** Returns a plan of the basket, with the shops that it buys from. */
const plan = (total: number, shops: string[]) => ({
  deliveryKnown: true,
  deliveryTotal: 0,
  partsTotal: total,
  proven: true,
  total,
  retailers: shops.map((slug) => ({ delivery: 0, name: slug, nameAr: slug, parts: [], partsTotal: total, slug })),
})

test('the card for a shop’s counter compares one shop with the cheapest basket', async () => {
  useBuild.getState().choose(card)
  server.use(
    http.get('*/api/products', () => HttpResponse.json({ products: [card], mergedInto: {} })),
    http.post('*/api/compatibility', () => HttpResponse.json({ ...verdict, issues: [] })),
    http.post('*/api/basket', () =>
      HttpResponse.json({
        cheapest: plan(789.45, ['safat-tech', 'dhow-digital']),
        eachLowest: null,
        fewerRetailers: [plan(812.4, ['safat-tech'])],
        nearestRetailer: null,
        currency: 'KWD',
        notFound: [],
        refused: [],
        unavailable: [],
      }),
    ),
  )
  renderApp('/')
  const opener = await screen.findByRole('button', { name: 'Show the shop' })
  expect(await screen.findAllByText(/789\.450/)).not.toHaveLength(0)
  await userEvent.click(opener)
  const shown = await screen.findByRole('dialog')
  expect(shown).toHaveTextContent('One shop, all parts812.400 KWDSafat Tech · including delivery')
  expect(shown).toHaveTextContent('Cheapest basket789.450 KWD')
  expect(within(shown).getByRole('img', { name: 'QR code of the parts list' })).toBeInTheDocument()
  await userEvent.click(within(shown).getByRole('button', { name: 'Close' }))
  expect(screen.queryByRole('dialog')).toBeNull()
})
