import dealsAr from '../../web/src/i18n/deals.ar.json' with { type: 'json' }
import dealsEn from '../../web/src/i18n/deals.en.json' with { type: 'json' }
import { accessibilityViolations, cards, expect, languages, test } from './browser.ts'
import { ask, ingest, system } from './system.ts'

// Deals: what the list and its cards claim equals what the product's page computes from the history, and the page works
// in both languages, on a phone and a laptop, with and without scripts.

type Verdict = { kind: string; days?: number; usualPrice?: number; savedPercent?: number }
type Deal = { id: string; name: string; price: number; inStock: boolean; category: string; priceVerdict?: Verdict }
type Deals = { products: Deal[]; total: number; categories: { category: string; deals: number }[] }
type Detail = {
  product: { price: number }
  verdict: { price: number; evidence: { lowestInDays: number | null; usualPrice: number } | null }
}

/** Rates all prices, and returns the deals. */
async function ratedDeals(): Promise<Deals> {
  await ingest('jobs', 'add', 'verdicts')
  await expect(async () => expect((await ask<Deals>('/api/deals')).total).toBeGreaterThan(0)).toPass({
    timeout: 60_000,
  })
  return ask<Deals>('/api/deals?limit=100')
}

test('each deal is below its usual price, as the product page computes it', async () => {
  test.setTimeout(240_000)
  const { products } = await ratedDeals()
  for (const { id, price, inStock, priceVerdict } of products) {
    expect(inStock).toBe(true)
    const { verdict } = await ask<Detail>(`/api/products?id=${id}`)
    // A crawl between the two answers changes the price: the next rating follows it.
    if (verdict.price !== price || !verdict.evidence) continue
    const { usualPrice, lowestInDays } = verdict.evidence
    expect(priceVerdict?.usualPrice).toBe(usualPrice)
    expect(price).toBeLessThanOrEqual(usualPrice * 0.97)
    expect(priceVerdict?.kind).toBe(lowestInDays === null ? 'BELOW_USUAL' : 'LOWEST')
    expect(priceVerdict?.days ?? null).toBe(lowestInDays)
  }
  const saved = products.map(({ price, priceVerdict }) => 1 - price / (priceVerdict?.usualPrice ?? price))
  for (const [index, share] of saved.slice(1).entries()) expect(share).toBeLessThanOrEqual((saved[index] ?? 1) + 0.0002)
})

for (const { code, locale } of languages) {
  const { deals: text } = code === 'ar' ? dealsAr : dealsEn
  const address = code === 'ar' ? '/ar/deals' : '/deals'
  test.describe(`deals in ${code}`, () => {
    test.use({ locale })

    for (const width of [360, 1280])
      test(`are listed and filtered at ${width} px`, async ({ page }) => {
        test.setTimeout(240_000)
        const { categories } = await ratedDeals()
        const [first] = categories
        if (!first) throw new Error('no deals in the demo')
        await page.setViewportSize({ width, height: 800 })
        await page.goto(address)
        await expect(cards(page).first()).toBeVisible()
        expect(await accessibilityViolations(page)).toEqual([])
        const beyond = await page.locator('html').evaluate((html) => html.scrollWidth - html.clientWidth)
        expect(beyond).toBeLessThanOrEqual(0)
        await page.getByRole('combobox', { name: text.category }).selectOption(first.category)
        await expect(page).toHaveURL(`${system.url}${address}?category=${first.category}`)
        await expect(cards(page)).toHaveCount(Math.min(first.deals, 20))
      })
  })

  test.describe(`deals without scripts in ${code}`, () => {
    test.use({ locale, javaScriptEnabled: false })

    test('are read with their evidence, and lead to their feeds', async ({ page, request }) => {
      const { products } = await ratedDeals()
      await page.goto(address)
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(text.heading)
      await expect(page.getByText(products[0]?.name ?? '').first()).toBeVisible()
      const feed = page.locator('head link[type="application/rss+xml"]')
      expect(await feed.getAttribute('href')).toBe(`${system.url}${address}.rss`)
      const answer = await request.get(`${address}.rss`)
      expect(await answer.text()).toContain('<item>')
      const { etag } = answer.headers()
      expect((await request.get(`${address}.rss`, { headers: { 'If-None-Match': etag ?? '' } })).status()).toBe(304)
    })
  })
}
