import { expect, languages, test } from './browser.ts'
import { ask } from './system.ts'

// What was read last is readable without a connection, with its time. All other tests block service workers.
test.use({
  serviceWorkers: 'allow',
  // The browser itself reports each request that fails.
  allowedErrors: [/Failed to load resource/],
})

type Listed = { products: { id: string; name: string }[] }

for (const { code, text } of languages) {
  test(`the last pages are readable without a connection in ${code}`, async ({ page, context }) => {
    const prefix = code === 'ar' ? '/ar' : ''
    const { products } = await ask<Listed>('/api/products/list?category=CPU&inStock=true&limit=1')
    const path = `${prefix}/product/${products[0]?.id}`
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    // The page registers the worker some seconds after it has loaded.
    await page.evaluate(async () => void (await navigator.serviceWorker.ready))
    const isStored = (address: string) =>
      page.evaluate(async (url) => (await caches.match(url, { ignoreVary: true })) !== undefined, address)
    await expect(async () => {
      await page.reload()
      expect(await isStored(path)).toBe(true)
    }).toPass()
    const heading = await page.getByRole('heading', { level: 1 }).textContent()
    await context.setOffline(true)
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading ?? '')
    const [sentence = ''] = text.error.stored.split('{{ago}}')
    await expect(page.getByText(sentence.trim())).toBeVisible()
    await context.setOffline(false)
    await expect(page.getByText(sentence.trim())).toBeHidden()
  })
}
