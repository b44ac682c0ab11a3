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

/** Returns the larger of the shares of its plate's width and height that the part of a photo takes. */
const partShare = (element: Element): number => {
  const image = element as HTMLImageElement
  const canvas = document.createElement('canvas')
  ;[canvas.width, canvas.height] = [image.naturalWidth, image.naturalHeight]
  const context = canvas.getContext('2d')
  if (!context) return 0
  context.drawImage(image, 0, 0)
  const { data } = context.getImageData(0, 0, canvas.width, canvas.height)
  // The corner is the ground: clear, or of one colour.
  const isPart = (at: number) =>
    Math.max(...[0, 1, 2, 3].map((channel) => Math.abs((data[at + channel] ?? 0) - (data[channel] ?? 0)))) > 40
  let [left, right, top, bottom] = [canvas.width, -1, canvas.height, -1]
  for (let y = 0; y < canvas.height; y++) {
    for (let x = 0; x < canvas.width; x++) {
      if (!isPart((y * canvas.width + x) * 4)) continue
      ;[left, right] = [Math.min(left, x), Math.max(right, x)]
      ;[top, bottom] = [Math.min(top, y), Math.max(bottom, y)]
    }
  }
  const { paddingLeft, paddingTop, width, height } = getComputedStyle(image)
  const [inner, tall] = [
    parseFloat(width) - 2 * parseFloat(paddingLeft),
    parseFloat(height) - 2 * parseFloat(paddingTop),
  ]
  const scale = Math.min(inner / canvas.width, tall / canvas.height)
  return Math.max(((right - left + 1) * scale) / parseFloat(width), ((bottom - top + 1) * scale) / parseFloat(height))
}

for (const { code, locale, text } of languages) {
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

    test('every photo lies on a plate of one size and fills it, and opens large on its page', async ({ page }) => {
      test.setTimeout(240_000)
      const [first] = await pictured()
      await page.goto('/gpu')
      await expect(cards(page)).toHaveCount(20)
      for (const card of await cards(page).all()) await card.scrollIntoViewIfNeeded()
      const photos = cards(page).locator('img[srcset]')
      const isLoaded = (images: Element[]) => images.every((image) => (image as HTMLImageElement).naturalWidth > 0)
      await expect.poll(() => photos.evaluateAll(isLoaded)).toBe(true)
      const plates = await photos.evaluateAll((images) =>
        images.map((image) => {
          const { width, height } = image.getBoundingClientRect()
          return `${Math.round(width)} × ${Math.round(height)} ${getComputedStyle(image).backgroundColor}`
        }),
      )
      expect(new Set(plates).size, plates.join('\n')).toBe(1)
      const shares: number[] = []
      for (const photo of await photos.all()) shares.push(await photo.evaluate(partShare))
      expect(shares.filter((share) => share < 0.8)).toEqual([])

      await page.goto(`/product/${first?.id}`)
      await page.getByRole('button', { name: text.product.enlarge }).click()
      const large = page.getByRole('dialog').getByRole('img')
      await expect(large).toBeVisible()
      const size = await large.boundingBox()
      expect(size?.width).toBeGreaterThan(400)
    })
  })
}
