import { cards, expect, languages, test } from './browser.ts'
import { ask } from './system.ts'

// Our own server serves all pictures: pages request nothing from another host.

type Listed = { products: { id: string; picture: { hash: string } | null }[] }

const listing = '/api/products/list?category=GPU&inStock=true&page=1&limit=20'

/**
 * Waits until the worker has fetched pictures, which it does while the first pages open; two cards of one design may
 * share a picture.
 */
async function pictured(): Promise<Listed['products']> {
  const hashes = async () => (await ask<Listed>(listing)).products.flatMap(({ picture }) => picture?.hash ?? [])
  await expect.poll(async () => new Set(await hashes()).size, { timeout: 120_000 }).toBeGreaterThan(15)
  return (await ask<Listed>(listing)).products
}

const isPicture = (url: string) => url.includes('/pictures/')

for (const { code, locale } of languages) {
  test.describe(`pictures in ${code}`, () => {
    test.use({ locale, viewport: { width: 1280, height: 900 } })

    test('every page requests its own host only, and a listing is small', async ({ page, baseURL }) => {
      test.setTimeout(240_000)
      const [first] = await pictured()
      const hosts = new Set<string>()
      const weights = new Map<string, number>()
      page.on('request', (request) => {
        if (request.url().startsWith('http')) hosts.add(new URL(request.url()).origin)
      })
      page.on('response', (answer) => {
        if (isPicture(answer.url())) expect(answer.status(), answer.url()).toBe(200)
      })
      // Sizes as transferred, compressed: the page with its scripts, styles, fonts and pictures.
      page.on('requestfinished', async (request) => {
        // The page may already be closed here.
        const sizes = await request.sizes().catch(() => undefined)
        if (sizes) weights.set(request.url(), sizes.responseBodySize)
      })
      await page.goto('/gpu')
      await expect(cards(page)).toHaveCount(20)
      for (const card of await cards(page).all()) await card.scrollIntoViewIfNeeded()
      await expect.poll(() => [...weights.keys()].filter(isPicture).length).toBeGreaterThan(15)
      await expect
        .poll(() =>
          cards(page)
            .locator('img[srcset]')
            .evaluateAll((images) => images.every((image) => (image as HTMLImageElement).naturalWidth > 0)),
        )
        .toBe(true)
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
