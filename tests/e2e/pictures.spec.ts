import { cards, expect, languages, test } from './browser.ts'
import { ask } from './system.ts'

// Pictures are ours to serve: pages ask no other host for anything.

type Listed = { products: { id: string; picture: { hash: string } | null }[] }

const listing = '/api/products/list?category=GPU&inStock=true&page=1&limit=20'

/** The worker fetches pictures while the first pages are looked at already. */
async function pictured(): Promise<Listed['products']> {
  await expect.poll(async () => (await ask<Listed>(listing)).products.filter(({ picture }) => picture).length, { timeout: 120_000 }).toBeGreaterThan(15)
  return (await ask<Listed>(listing)).products
}

for (const { code, locale } of languages) {
  test.describe(`pictures in ${code}`, () => {
    test.use({ locale, viewport: { width: 1280, height: 900 } })

    test('every page asks us only, and a listing weighs little', async ({ page, baseURL }) => {
      test.setTimeout(240_000)
      const [first] = await pictured()
      const hosts = new Set<string>()
      const weights = new Map<string, number>()
      page.on('request', (request) => {
        if (request.url().startsWith('http')) hosts.add(new URL(request.url()).origin)
      })
      page.on('response', async (answer) => {
        if (!answer.url().includes('/pictures/')) return
        expect(answer.status(), answer.url()).toBe(200)
        weights.set(answer.url(), (await answer.body()).length)
      })
      await page.goto('/gpu')
      await expect(cards(page)).toHaveCount(20)
      for (const card of await cards(page).all()) await card.scrollIntoViewIfNeeded()
      await expect.poll(() => weights.size).toBeGreaterThan(15)
      await expect.poll(() => cards(page).locator('img[srcset]').evaluateAll((images) => images.every((image) => (image as HTMLImageElement).naturalWidth > 0))).toBe(true)
      const total = [...weights.values()].reduce((sum, weight) => sum + weight, 0)
      expect(total).toBeLessThan(600 * 1024)
      for (const path of ['/', `/product/${first?.id}`, '/search?q=rtx', '/compare', '/my-builds']) {
        await page.goto(path)
        await page.waitForLoadState('networkidle')
      }
      expect([...hosts]).toEqual([new URL(baseURL ?? page.url()).origin])
    })
  })
}
