import shopPageAr from '../../web/src/i18n/shopPage.ar.json' with { type: 'json' }
import shopPageEn from '../../web/src/i18n/shopPage.en.json' with { type: 'json' }
import { expect, languages, test } from './browser.ts'
import { ask } from './system.ts'

// Whether a shop's own price before a reduction is true: beside its offers, and on its page.

type Check = { code: 'TRUE' | 'UNTRUE' | 'UNKNOWN'; lowestBefore: number | null }
type Offer = { retailerSlug: string; price: number; listPrice: number | null; listPriceCheck: Check | null }
type Entry = { retailerSlug: string; price: number }
type Judged = { truthful: number; judged: number; needed: number; days: number }

/** Returns an offer that states a price before, with its product. */
async function findOffer(): Promise<{ id: string; offer: Offer; listPrice: number; check: Check }> {
  for (const category of ['GPU', 'CPU', 'MONITOR']) {
    const { products } = await ask<{ products: { id: string; listPrice: number | null }[] }>(
      `/api/products/list?category=${category}&inStock=true&limit=60`,
    )
    for (const { id } of products.filter(({ listPrice }) => listPrice !== null)) {
      const { retailers } = await ask<{ retailers: Offer[] }>(`/api/products?id=${id}`)
      for (const offer of retailers) {
        const { listPrice, listPriceCheck: check } = offer
        expect(check !== null, 'what is claimed is checked').toBe(listPrice !== null && listPrice > offer.price)
        if (check !== null && listPrice !== null) return { id, offer, listPrice, check }
      }
    }
  }
  throw new Error('no offer of the demo states a price before')
}

const withoutIsolates = (text: string) => text.replaceAll(/[\u2066-\u2069]/g, '')

for (const { code, locale, text } of languages) {
  test.describe(`prices before a reduction in ${code}`, () => {
    test.use({ locale })
    const { shopPage } = code === 'ar' ? shopPageAr : shopPageEn

    test('the product page and the page of the shop say whether they are true', async ({ page }) => {
      const { id, offer, listPrice, check } = await findOffer()
      if (check.code === 'UNTRUE') {
        const { history } = await ask<{ history: Entry[] }>(`/api/products/${id}/price-history?range=all`)
        const own = history.filter(({ retailerSlug }) => retailerSlug === offer.retailerSlug)
        expect(check.lowestBefore).toBeLessThan(listPrice)
        expect(Math.min(...own.map(({ price }) => price))).toBeLessThanOrEqual(check.lowestBefore ?? 0)
      }
      await page.goto(`/product/${id}`)
      const said = text.product.was[check.code]
        .replace('{{before}}', listPrice.toFixed(3))
        .replace('{{lowest}}', (check.lowestBefore ?? 0).toFixed(3))
      const table = page.getByRole('table').filter({ has: page.getByText(text.product.stock, { exact: true }) })
      await expect.poll(async () => withoutIsolates(await table.first().innerText())).toContain(said)

      const { reductions } = await ask<{ reductions: Judged }>(`/api/retailers/${offer.retailerSlug}`)
      expect(reductions.truthful).toBeLessThanOrEqual(reductions.judged)
      await page.goto(`/shop/${offer.retailerSlug}`)
      const panel = page.getByRole('region', { name: shopPage.reductions })
      const words = reductions.judged >= reductions.needed ? shopPage.truthful : shopPage.fewReductions
      const sentence = Object.entries(reductions).reduce(
        (filled, [name, value]) => filled.replace(`{{${name}}}`, String(value)),
        words,
      )
      await expect.poll(async () => withoutIsolates(await panel.innerText())).toContain(sentence)
    })
  })
}
