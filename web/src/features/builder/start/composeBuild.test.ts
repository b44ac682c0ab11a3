import { http, HttpResponse } from 'msw'
import { expect, test } from 'vitest'
import type { Category, Product } from '~/api/wire'
import { buildTemplate, type BuildTemplate } from '~/lib/buildTemplates'
import { list, product } from '~/testing/fixtures'
import { server } from '~/testing/server'
import { composeBuild } from './composeBuild'

const answered = {
  compatible: true,
  currency: 'KWD',
  estimatedWatts: 300,
  isComplete: false,
  lineItems: [],
  notFound: [],
  passed: [],
  refused: [],
  requiredWatts: 500,
  totalPrice: 0,
  unchecked: [],
  unpriced: [],
  wattsKnown: true,
}
const template = (id: BuildTemplate['id']) => buildTemplate(id) as BuildTemplate
const signal = () => new AbortController().signal
const part = (category: Category, change: Partial<Product> = {}) =>
  product({ id: `${category}-1`, category, componentType: category, ...change })

/** Mocks every listing by its category, and records the requests. */
function catalogue(find: (category: Category, requests: URLSearchParams) => Product[]) {
  const requests: URLSearchParams[] = []
  server.use(
    http.get('*/api/products/list', ({ request }) => {
      const search = new URL(request.url).searchParams
      requests.push(search)
      return HttpResponse.json(list({ products: find(search.get('category') as Category, search) }))
    }),
  )
  return requests
}

/** Mocks the compatibility check; products in `unknown` could not be checked. */
const rules = (issues: object[], unknown: string[] = []) =>
  server.use(
    http.post('*/api/compatibility', () => HttpResponse.json({ ...answered, issues, recommendedPsu: 750 })),
    http.post<never, { candidates: string[] }>('*/api/compatibility/candidates', async ({ request }) => {
      const { candidates } = await request.json()
      return HttpResponse.json({
        candidates: candidates.map((productId) => ({
          productId,
          outcome: unknown.includes(productId) ? 'unknown' : 'pass',
          text: '',
          textAr: '',
          code: null,
        })),
      })
    }),
  )

test('a filled template has parts that fit, are in stock and cost their share, and the recommended power supply', async () => {
  rules([])
  const requests = catalogue((category) => [
    part(category, { id: `${category}-dear`, retailerCount: 1 }),
    part(category, { id: `${category}-common`, retailerCount: 3 }),
  ])
  const progress: number[] = []
  const parts = await composeBuild(template('gaming-mid'), signal(), (done) => progress.push(done))
  expect(parts.map((one) => one.product.id)).toEqual([
    'CPU-common',
    'MOTHERBOARD-common',
    'RAM-common',
    'GPU-common',
    'CASE-common',
    'STORAGE-common',
    'PSU-common',
  ])
  expect(progress).toEqual([0, 1, 2, 3, 4, 5, 6, 7])
  const [cpu, board] = requests
  expect([cpu?.get('inStock'), cpu?.get('minPrice'), cpu?.get('maxPrice'), cpu?.has('compatibleWith')]).toEqual([
    'true',
    '79.2',
    '144',
    false,
  ])
  expect(board?.getAll('compatibleWith').join()).toBe('CPU-common')
  expect(requests.at(-1)?.get('spec.psuWattage.min')).toBe('750')
})

test('checked and well documented products are preferred to those that more retailers sell', async () => {
  rules([], ['RAM-common'])
  const facts = Object.fromEntries(Array.from({ length: 8 }, (_, index) => [`fact${index}`, index]))
  catalogue((category) => [
    part(category, { id: `${category}-known`, retailerCount: 1, specs: category === 'GPU' ? facts : {} }),
    part(category, { id: `${category}-common`, retailerCount: 3, specs: {} }),
  ])
  const parts = await composeBuild(template('gaming-mid'), signal(), () => {})
  expect(parts.map((one) => one.product.id)).toEqual([
    'CPU-common',
    'MOTHERBOARD-common',
    'RAM-known',
    'GPU-known',
    'CASE-common',
    'STORAGE-common',
    'PSU-common',
  ])
})

test('a cooler is added when the rules ask for one', async () => {
  rules([
    {
      code: 'MISSING_CPU_COOLER',
      type: 'warning',
      message: '',
      messageAr: '',
      componentIds: [],
      evidence: [],
      fixes: [],
    },
  ])
  catalogue((category) => [part(category)])
  const parts = await composeBuild(template('gaming-high'), signal(), () => {})
  expect(parts.map((one) => one.product.category)).toContain('CPU_COOLER')
})

test('an office computer gets a processor with graphics, and no video card', async () => {
  rules([])
  const requests = catalogue((category) => [part(category)])
  const parts = await composeBuild(template('budget-office'), signal(), () => {})
  expect(requests[0]?.get('spec.integratedGraphics')).toBe('true')
  expect(parts.map((one) => one.product.category)).not.toContain('GPU')
})

test('the cheapest part is chosen when none costs its share, and parts without offers are left out', async () => {
  rules([])
  catalogue((category, requests) =>
    category === 'CASE' || requests.get('sort') !== 'price_asc' ? [] : [part(category)],
  )
  const parts = await composeBuild(template('gaming-mid'), signal(), () => {})
  expect(parts.map((one) => one.product.category)).toEqual(['CPU', 'MOTHERBOARD', 'RAM', 'GPU', 'STORAGE', 'PSU'])
})

test('filling a template fails with the error of the server', async () => {
  server.use(http.get('*/api/products/list', () => HttpResponse.json({ error: 'busy', code: 'BUSY' }, { status: 503 })))
  await expect(composeBuild(template('gaming-mid'), signal(), () => {})).rejects.toThrow('busy')
})
