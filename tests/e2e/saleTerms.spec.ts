import { expect, languages, test } from './browser.ts'
import { ask, system } from './system.ts'

// Terms that demo retailers state beside a price: pre-orders, sales with dates, deposits.

type Offer = {
  price: number
  listPrice: number | null
  retailerSlug: string
  inStock: boolean
  stock: string
  title: string
}
type Detail = { product: { id: string; name: string; price: number | null; inStock: boolean }; retailers: Offer[] }
type Found = { products: { id: string }[] }

/** Returns the products that a search finds, with their offers, in stock or not. */
async function findDetails(query: string): Promise<Detail[]> {
  const { products } = await ask<Found>(`/api/search?q=${encodeURIComponent(query)}&inStock=false&limit=20`)
  return Promise.all(products.map(({ id }) => ask<Detail>(`/api/products?id=${id}`)))
}

/** Returns a retailer's offer with this title, and the product that it is matched to. */
async function findOffer(retailerSlug: string, title: string): Promise<{ detail: Detail; offer: Offer }> {
  for (const detail of await findDetails(title)) {
    const offer = detail.retailers.find((one) => one.retailerSlug === retailerSlug && one.title.startsWith(title))
    if (offer) return { detail, offer }
  }
  throw new Error(`${retailerSlug} offers no ${title}`)
}

/** Returns the amounts that Mirqab Mart's feed states for a product. */
async function statedPrices(title: string): Promise<{ regular: number; sale: number }> {
  const feed = await (await fetch(`${system.demo}/shops/mirqab-mart/feeds/google.xml`)).text()
  const item = feed.split('<item>').find((one) => one.includes(title)) ?? ''
  const amount = (field: string) => Number(new RegExp(`<g:${field}>([0-9.]+) KWD<`).exec(item)?.[1])
  const [regular, sale] = [amount('price'), amount('sale_price')]
  expect(sale, `${title} is in a sale`).toBeLessThan(regular)
  return { regular, sale }
}

for (const { code, locale, text } of languages) {
  test.describe(`sale terms in ${code}`, () => {
    test.use({ locale, viewport: { width: 1280, height: 900 } })

    test('a pre-order is shown as such, and is no price of goods in stock', async ({ page }) => {
      const { detail, offer } = await findOffer('bandar-pc', 'Ombriq Halo K9')
      expect([offer.stock, offer.inStock]).toEqual(['pre_order', false])
      const inStock = detail.retailers.filter((one) => one.inStock).map(({ price }) => price)
      expect(detail.product.inStock).toBe(inStock.length > 0)
      expect(detail.product.price).toBe(inStock.length > 0 ? Math.min(...inStock) : offer.price)

      await page.goto(`/product/${detail.product.id}`)
      const rows = page.getByRole('table').first().locator('tbody tr')
      await expect(rows).toHaveCount(detail.retailers.length)
      const row = rows.filter({ hasText: text.stock.pre_order })
      await expect(row).toHaveCount(1)
      await expect(row).toContainText(offer.price.toFixed(3))
      await expect(row).not.toContainText(text.product.lowest)
      const { lowestNow, lowestNowBefore, lowestPreOrder } = text.product
      const labels = inStock.length > 0 ? [lowestNow, lowestNowBefore] : [lowestPreOrder, lowestPreOrder]
      const [label, other] = labels.map((words) => page.getByText(words, { exact: true }))
      if (label && other) await expect(label.or(other).first()).toBeVisible()
    })

    test('a sale that has not begun is no price', async ({ page }) => {
      const { detail, offer } = await findOffer('mirqab-mart', 'Ombriq Ripple K3')
      const stated = await statedPrices('Ombriq Ripple K3')
      expect([offer.price, offer.listPrice]).toEqual([stated.regular, null])
      await page.goto(`/product/${detail.product.id}`)
      const table = page.getByRole('table').first()
      await expect(table).toContainText(stated.regular.toFixed(3))
      await expect(table).not.toContainText(stated.sale.toFixed(3))
    })

    test('a sale that runs is the price, beside the one before', async ({ page }) => {
      const { detail, offer } = await findOffer('mirqab-mart', 'Ombriq Ripple M6')
      const stated = await statedPrices('Ombriq Ripple M6')
      expect([offer.price, offer.listPrice]).toEqual([stated.sale, stated.regular])
      await page.goto(`/product/${detail.product.id}`)
      const table = page.getByRole('table').first()
      await expect(table).toContainText(stated.sale.toFixed(3))
      await expect(table).toContainText(stated.regular.toFixed(3))
    })

    for (const [card, chip] of [
      ['ASUS ROG Astral GeForce RTX 5090 OC 32GB', 'RTX 5090'],
      ['ASUS TUF Gaming GeForce RTX 5080 OC 16GB', 'RTX 5080'],
    ] as const) {
      test(`a deposit on an ${chip} is the price of nothing`, async ({ page }) => {
        const found = (await findDetails(card)).filter(({ product }) => product.name.includes(chip))
        const offers = found.flatMap(({ retailers }) => retailers)
        expect(offers.length).toBeGreaterThan(0)
        expect(offers.filter(({ title }) => /deposit|عربون/i.test(title))).toEqual([])
        expect(Math.min(...offers.map(({ price }) => price))).toBeGreaterThan(200)

        const sold = found.find(({ retailers }) => retailers.length > 0)
        await page.goto(`/product/${sold?.product.id}`)
        const rows = page.getByRole('table').first().locator('tbody tr')
        await expect(rows).toHaveCount(sold?.retailers.length ?? 0)
        await expect(rows.getByText('50.000', { exact: true })).toHaveCount(0)
      })
    }
  })
}
