import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { switchLanguage } from '~/i18n'
import { useBuild } from '~/lib/buildStore'
import { compatibility, list, product } from '~/testing/fixtures'
import { server } from '~/testing/server'
import { renderApp } from './renderApp'

beforeEach(() => useBuild.getState().clear())
afterEach(() => useBuild.getState().clear())

test('what does not fit the build is hidden, counted, and can be shown', async () => {
  useBuild.getState().choose(product({ id: '00000000-0000-4000-8000-0000000000c1', category: 'CASE' }))
  const requests: URLSearchParams[] = []
  server.use(
    http.get('*/api/products/list', ({ request }) => {
      const query = new URL(request.url).searchParams
      requests.push(query)
      return HttpResponse.json(list({ hidden: query.has('compatibleWith') ? 7 : 0 }))
    }),
  )
  const { router } = renderApp('/gpu')
  expect(await screen.findByText('7 hidden')).toBeInTheDocument()
  expect(requests.at(-1)?.get('compatibleWith')).toBe('00000000-0000-4000-8000-0000000000c1')
  await userEvent.click(screen.getByRole('switch', { name: 'Only parts that fit my build' }))
  await waitFor(() => expect(router.state.location.href).toBe('/gpu?fit=false'))
  await waitFor(() => expect(requests.at(-1)?.has('compatibleWith')).toBe(false))
})

test('all values of a group are counted like the listing: in its category, among what fits the build', async () => {
  useBuild.getState().choose(product({ id: '00000000-0000-4000-8000-0000000000c1', category: 'CASE' }))
  const values = Array.from({ length: 13 }, (_, index) => ({ value: `Chip ${index}`, count: 1 }))
  const requests: URLSearchParams[] = []
  server.use(
    http.get('*/api/products/list', ({ request }) => {
      const query = new URL(request.url).searchParams
      if (query.has('allValues')) requests.push(query)
      return HttpResponse.json(list({ facets: { 'spec.gpuChipset': { type: 'values', values, more: 30 } } }))
    }),
  )
  renderApp('/gpu')
  await userEvent.type(await screen.findByRole('searchbox', { name: /chip/i }), 'chip')
  await userEvent.click(screen.getByRole('button', { name: 'List all values' }))
  await waitFor(() => expect(requests).toHaveLength(1))
  expect(Object.fromEntries(requests[0] ?? [])).toMatchObject({
    allValues: 'spec.gpuChipset',
    category: 'GPU',
    compatibleWith: '00000000-0000-4000-8000-0000000000c1',
  })
})

test.each([
  ['en', '39 hidden: 30 longer than 322 mm, 9 need a bigger power supply', '9.9 mm too long', 'Fits your build'],
  ['ar', '30 أطول من 322 ملم', 'أطول بـ 9.9 ملم', 'يركب على تجميعتك'],
] as const)('cards say what fits the build, and the switch why it hides (%s)', async (language, why, tooLong, fits) => {
  await switchLanguage(language)
  const chosen = product({ id: '00000000-0000-4000-8000-0000000000c1', category: 'CASE', price: 50 })
  useBuild.getState().choose(chosen)
  const [first, second] = [product(), product({ id: '00000000-0000-4000-8000-000000000002', name: 'MSI' })]
  const requests: unknown[] = []
  const hiddenBy = [
    { code: 'GPU_TOO_LONG', count: 30, text: 'longer than 322 mm', textAr: 'أطول من 322 ملم' },
    { code: 'PSU_INSUFFICIENT', count: 9, text: 'need a bigger power supply', textAr: 'تحتاج باور سبلاي أكبر' },
  ]
  const candidate = { code: 'GPU_TOO_LONG', evidence: [], facts: [] }
  server.use(
    http.get('*/api/products/list', () =>
      HttpResponse.json(list({ products: [first, second], total: 2, hidden: 39, hiddenBy })),
    ),
    http.get('*/api/products', () => HttpResponse.json({ products: [chosen], mergedInto: {} })),
    http.post('*/api/compatibility', () => HttpResponse.json(compatibility({ totalPrice: 50 }))),
    http.post('*/api/compatibility/candidates', async ({ request }) => {
      requests.push(await request.json())
      return HttpResponse.json({
        candidates: [
          { ...candidate, productId: first.id, outcome: 'error', text: '9.9 mm too long', textAr: 'أطول بـ 9.9 ملم' },
          { ...candidate, productId: second.id, outcome: 'pass', text: '', textAr: '' },
        ],
        unknownOfBuild: [{ code: 'GPU_TOO_WIDE', name: 'Card width', nameAr: 'عرض الكرت' }],
      })
    }),
  )
  renderApp('/gpu')
  expect(await screen.findByText(tooLong)).toBeInTheDocument()
  expect(screen.getByText(fits)).toBeInTheDocument()
  expect(screen.getByText((text) => plain(text).includes(why))).toBeInTheDocument()
  // Facts that the build itself does not state are said once.
  expect(
    await screen.findAllByText(language === 'ar' ? /عرض الكرت/ : /specs of your build: Card width\./),
  ).toHaveLength(1)
  // One request for the whole page.
  expect(requests).toEqual([
    {
      components: { CASE: [{ productId: chosen.id, quantity: 1 }] },
      candidates: [first.id, second.id],
      beside: null,
      facts: false,
    },
  ])
  const bar = await screen.findByRole('region', { name: language === 'ar' ? 'تجميعتك' : 'Your build' })
  await waitFor(() => expect(bar).toHaveTextContent('50.000'))
})

test('cards of a slot for several parts add beside its parts', async () => {
  const kit = product({ id: '00000000-0000-4000-8000-0000000000c2', category: 'RAM' })
  useBuild.getState().choose(product({ id: '00000000-0000-4000-8000-0000000000c1', category: 'CASE' }))
  const requests: unknown[] = []
  server.use(
    http.get('*/api/products/list', () => HttpResponse.json(list({ products: [product({ category: 'RAM' })] }))),
    http.get('*/api/products', () => HttpResponse.json({ products: [], mergedInto: {} })),
    http.post('*/api/compatibility/candidates', async ({ request }) => {
      requests.push(await request.json())
      return HttpResponse.json({ candidates: [] })
    }),
  )
  // The slot is still empty.
  useBuild.getState().setTarget('RAM', null)
  renderApp('/memory')
  await waitFor(() => expect(requests.at(-1)).toMatchObject({ beside: 'RAM', components: { RAM: [] } }))
  useBuild.getState().choose(kit)
  useBuild.getState().setTarget('RAM', null)
  await waitFor(() =>
    expect(requests.at(-1)).toMatchObject({ beside: 'RAM', components: { RAM: [{ productId: kit.id }] } }),
  )
  useBuild.setState({ target: null })
})

/** Returns a text without the invisible marks that isolate its values. */
const plain = (text: string) => text.replaceAll(/[\u2066-\u2069]/g, '')
