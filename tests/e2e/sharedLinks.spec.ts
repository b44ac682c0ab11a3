import { expect, languages, test } from './browser.ts'
import { ask, system } from './system.ts'

// Links of shops, as the share menu of a phone passes them to the installed app, and as shoppers paste them.

type Listed = { products: { id: string }[] }
type Detail = { product: { id: string }; retailers: { url: string }[] }

/** Returns a product in stock, and a shop's address that the api knows for it. */
async function findOffer(): Promise<{ id: string; url: string }> {
  const { products } = await ask<Listed>('/api/products/list?category=CPU&inStock=true&limit=10')
  for (const { id } of products) {
    const { retailers } = await ask<Detail>(`/api/products?id=${id}`)
    for (const { url } of retailers) {
      const answer = await fetch(`${system.url}/api/offers/by-url?${new URLSearchParams({ url })}`)
      if (!answer.ok) continue
      const { productId } = (await answer.json()) as { productId: string }
      if (productId === id) return { id, url }
    }
  }
  throw new Error('no shop of the demo has an address of its own for a product')
}

for (const { code } of languages) {
  const prefix = code === 'ar' ? '/ar' : ''

  test(`a shop's link leads to its product in ${code}`, async ({ page }) => {
    const { id, url } = await findOffer()
    const shared = new URLSearchParams({ title: 'A part', text: `${url}?utm_source=app` })
    for (const path of [`/share?${shared}`, `/search?${new URLSearchParams({ q: url })}`]) {
      await page.goto(prefix + path)
      await expect(page).toHaveURL(new RegExp(`${prefix}/product/${id}$`))
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    }
  })
}
