import { http, HttpResponse } from 'msw'
import { expect, test } from 'vitest'
import type { Category, Product } from '~/api/wire'
import { buildTemplate, type BuildTemplate } from '~/lib/buildTemplates'
import { list, product } from '~/testing/fixtures'
import { server } from '~/testing/server'
import { putTogether } from './readyBuild'

const answered = { compatible: true, currency: 'KWD', estimatedWatts: 300, isComplete: false, lineItems: [], notFound: [], passed: [], refused: [], requiredWatts: 500, totalPrice: 0, unchecked: [], unpriced: [], wattsKnown: true }
const template = (id: BuildTemplate['id']) => buildTemplate(id) as BuildTemplate
const signal = () => new AbortController().signal
const part = (category: Category, change: Partial<Product> = {}) => product({ id: `${category}-1`, category, componentType: category, ...change })

/** Mocks every listing by its category, and records the requests. */
function catalogue(find: (category: Category, asked: URLSearchParams) => Product[]) {
  const asked: URLSearchParams[] = []
  server.use(
    http.get('*/api/products/list', ({ request }) => {
      const search = new URL(request.url).searchParams
      asked.push(search)
      return HttpResponse.json(list({ products: find(search.get('category') as Category, search) }))
    }),
  )
  return asked
}

/** Mocks the compatibility check; products in `unknown` could not be checked. */
const rules = (issues: object[], unknown: string[] = []) =>
  server.use(
    http.post('*/api/compatibility', () => HttpResponse.json({ ...answered, issues, recommendedPsu: 750 })),
    http.post<never, { candidates: string[] }>('*/api/compatibility/candidates', async ({ request }) => {
      const { candidates } = await request.json()
      return HttpResponse.json({ candidates: candidates.map((productId) => ({ productId, outcome: unknown.includes(productId) ? 'unknown' : 'pass', text: '', textAr: '', code: null })) })
    }),
  )

test('every part fits those before it, is in stock, and costs its share; the supply has the watts that are recommended', async () => {
  rules([])
  const asked = catalogue((category) => [part(category, { id: `${category}-dear`, retailerCount: 1 }), part(category, { id: `${category}-common`, retailerCount: 3 })])
  const told: number[] = []
  const parts = await putTogether(template('gaming-mid'), signal(), (done) => told.push(done))
  expect(parts.map((one) => one.product.id)).toEqual(['CPU-common', 'MOTHERBOARD-common', 'RAM-common', 'GPU-common', 'CASE-common', 'STORAGE-common', 'PSU-common'])
  expect(told).toEqual([0, 1, 2, 3, 4, 5, 6, 7])
  const [cpu, board] = asked
  expect([cpu?.get('inStock'), cpu?.get('minPrice'), cpu?.get('maxPrice'), cpu?.has('compatibleWith')]).toEqual(['true', '79.2', '144', false])
  expect(board?.getAll('compatibleWith').join()).toBe('CPU-common')
  expect(asked.at(-1)?.get('spec.psuWattage.min')).toBe('750')
})

test('what can be checked comes before what most shops sell, and so does what much is known of', async () => {
  rules([], ['RAM-common'])
  const facts = Object.fromEntries(Array.from({ length: 8 }, (_, index) => [`fact${index}`, index]))
  catalogue((category) => [part(category, { id: `${category}-known`, retailerCount: 1, specs: category === 'GPU' ? facts : {} }), part(category, { id: `${category}-common`, retailerCount: 3, specs: {} })])
  const parts = await putTogether(template('gaming-mid'), signal(), () => {})
  expect(parts.map((one) => one.product.id)).toEqual(['CPU-common', 'MOTHERBOARD-common', 'RAM-known', 'GPU-known', 'CASE-common', 'STORAGE-common', 'PSU-common'])
})

test('a cooler is chosen where the rules miss one', async () => {
  rules([{ code: 'MISSING_CPU_COOLER', type: 'warning', message: '', messageAr: '', componentIds: [], evidence: [], fixes: [] }])
  catalogue((category) => [part(category)])
  const parts = await putTogether(template('gaming-high'), signal(), () => {})
  expect(parts.map((one) => one.product.category)).toContain('CPU_COOLER')
})

test('an office computer gets a processor with graphics, and no video card', async () => {
  rules([])
  const asked = catalogue((category) => [part(category)])
  const parts = await putTogether(template('budget-office'), signal(), () => {})
  expect(asked[0]?.get('spec.integratedGraphics')).toBe('true')
  expect(parts.map((one) => one.product.category)).not.toContain('GPU')
})

test('where nothing costs the share the cheapest is taken, and what nobody sells is left out', async () => {
  rules([])
  catalogue((category, asked) => (category === 'CASE' || asked.get('sort') !== 'price_asc' ? [] : [part(category)]))
  const parts = await putTogether(template('gaming-mid'), signal(), () => {})
  expect(parts.map((one) => one.product.category)).toEqual(['CPU', 'MOTHERBOARD', 'RAM', 'GPU', 'STORAGE', 'PSU'])
})

test('a server that does not answer ends it with the error', async () => {
  server.use(http.get('*/api/products/list', () => HttpResponse.json({ error: 'busy', code: 'BUSY' }, { status: 503 })))
  await expect(putTogether(template('gaming-mid'), signal(), () => {})).rejects.toThrow('busy')
})
