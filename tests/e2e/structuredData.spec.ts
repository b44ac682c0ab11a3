import { storeBuild, saveBuild, type Listed } from './buildSetup.ts'
import { expect, languages, test } from './browser.ts'
import { fetchPage, richResultIssues, readJsonLd, vocabularyErrors, type Thing } from './structuredData.ts'
import { ask, makeAccount } from './system.ts'

// Structured data is valid by schema.org's vocabulary and by the rules for merchant listings, in both languages, also
// for products with missing facts.

/** Fields that the rules recommend and no demo retailer states. The site does not invent values for them. */
const unstated = new Set([
  'audience',
  'color',
  'hasCertification',
  'inProductGroupWithID',
  'isVariantOf',
  'material',
  'pattern',
  'size',
  'sku',
  'subjectOf',
  'priceValidUntil',
  'shippingDetails',
  'hasMerchantReturnPolicy',
  'aggregateRating',
  'review',
  'mpn',
  'brand',
  'gtin',
  'gtin8',
  'gtin12',
  'gtin13',
  'gtin14',
  'isbn',
  'description',
  'availability',
])

const inLanguage = (code: string, path: string) => (code === 'ar' ? `/ar${path}` : path)
const productOf = (things: Thing[]) => things.find((thing) => thing['@type'] === 'Product')

/**
 * Returns the issues of a page, except those of facts that nobody states. A product without a photo cannot be a
 * merchant listing, so a missing photo is no issue.
 */
async function findIssues(path: string, html: string): Promise<string[]> {
  const photo = productOf(readJsonLd(html))?.image !== undefined
  const issues = await richResultIssues(html)
  return issues
    .filter(
      ({ fieldNames = [] }) =>
        !fieldNames.every((field) => unstated.has(field.replace(/^offers\./, '')) || (field === 'image' && !photo)),
    )
    .map(({ severity, issueMessage, rootType }) => `${path}: ${severity} of ${rootType}: ${issueMessage}`)
}

for (const { code } of languages) {
  test(`products with missing facts are valid merchant listings in ${code}`, async () => {
    test.setTimeout(240_000)
    const { products } = await ask<Listed>('/api/products/list?limit=100&inStock=false')
    const pages = await Promise.all(
      products.map(async ({ id }) => ({
        path: inLanguage(code, `/product/${id}`),
        html: await fetchPage(inLanguage(code, `/product/${id}`)),
      })),
    )
    const found = pages.map(({ path, html }) => ({ path, html, product: productOf(readJsonLd(html)) }))
    expect(found.filter(({ product }) => product === undefined)).toEqual([])
    for (const fact of ['gtin', 'mpn', 'offers']) {
      const having = found.filter(({ product }) => product && fact in product).length
      expect(having, `products with ${fact}`).toBeGreaterThan(0)
    }
    // Some products lack a GTIN, so that the test covers missing facts.
    expect(found.filter(({ product }) => product && 'gtin' in product).length).toBeLessThan(found.length)
    expect((await Promise.all(found.map(({ path, html }) => findIssues(path, html)))).flat()).toEqual([])
    expect(
      await vocabularyErrors(
        found.flatMap(({ path, html }) => readJsonLd(html).map((thing): [string, Thing] => [path, thing])),
      ),
    ).toBe('')
  })

  test(`listings and landing pages are valid in ${code}`, async () => {
    test.setTimeout(240_000)
    const things: [string, Thing][] = []
    for (const path of ['/gpu', '/gpu/rtx-5070', '/cpu/am5', '/memory/32gb', '/products'].map((one) =>
      inLanguage(code, one),
    )) {
      // oxlint-disable-next-line no-await-in-loop -- one page after the other
      const html = await fetchPage(path)
      const ofPage = readJsonLd(html)
      expect(ofPage.map((thing) => thing['@type'])).toContain('ItemList')
      expect(ofPage.map((thing) => thing['@type'])).toContain('BreadcrumbList')
      // oxlint-disable-next-line no-await-in-loop -- one page after the other
      expect(await findIssues(path, html)).toEqual([])
      things.push(...ofPage.map((thing): [string, Thing] => [path, thing]))
    }
    expect(await vocabularyErrors(things)).toBe('')
  })
}

test('a shared build carries no structured data', async ({ page }) => {
  const account = await makeAccount(`structured-${Date.now()}@example.com`)
  expect((await page.request.post('/api/auth/login', { data: account })).ok()).toBe(true)
  const [cpu = '', box = '', psu = ''] = await storeBuild(page)
  const { shareToken } = await saveBuild(page, 'Valid', { CPU: cpu, CASE: box, PSU: psu })
  const pages = await Promise.all(
    languages.map(async ({ code }) => ({
      path: inLanguage(code, `/build/${shareToken}`),
      html: await fetchPage(inLanguage(code, `/build/${shareToken}`)),
    })),
  )
  expect((await Promise.all(pages.map(({ path, html }) => findIssues(path, html)))).flat()).toEqual([])
  expect(pages.flatMap(({ html }) => readJsonLd(html))).toEqual([])
})
