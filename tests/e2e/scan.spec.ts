import { writeFile } from 'node:fs/promises'
import { chromium, type Page } from '@playwright/test'
import scanAr from '../../web/src/i18n/scan.ar.json' with { type: 'json' }
import scanEn from '../../web/src/i18n/scan.en.json' with { type: 'json' }
import { barcodePicture, barcodeVideo } from './barcode.ts'
import { accessibilityViolations, expect, languages, test } from './browser.ts'
import { ask, system } from './system.ts'

// A box's barcode, read by the WebAssembly reader (Chromium on Linux has none of its own), in a photo and by the camera.

type Listed = { products: { id: string }[] }
type Thing = { '@type': string; gtin?: string }

/** Returns a product in stock and its number, as the product's page states it, with 13 digits. */
async function findBoxed(): Promise<{ id: string; ean: string }> {
  const { products } = await ask<Listed>('/api/products/list?inStock=true&limit=40')
  for (const { id } of products) {
    const html = await (await fetch(`${system.url}/product/${id}`)).text()
    const data = [...html.matchAll(/<script type="application\/ld\+json">([^<]+)<\/script>/g)]
    const things = data.flatMap(([, json]) => JSON.parse(json ?? '[]') as Thing | Thing[])
    const gtin = things.find((thing) => thing['@type'] === 'Product')?.gtin
    const ean = gtin?.padStart(14, '0')
    if (ean === undefined || !ean.startsWith('0') || ean.startsWith('000000')) continue
    const answer = await fetch(`${system.url}/api/products/by-gtin/${ean}`)
    if (answer.ok && ((await answer.json()) as { productId: string }).productId === id) return { id, ean: ean.slice(1) }
  }
  throw new Error('no product of the demo has a number of its own')
}

/** Checks that the page shows a product, and that the page is well formed. */
async function expectProduct(page: Page, id: string, shops: string): Promise<void> {
  const article = page.getByRole('article')
  await expect(article.locator(`h2 a[href$="/product/${id}"]`)).toBeVisible({ timeout: 60_000 })
  await expect(article.getByRole('list', { name: shops })).toBeVisible()
  expect(await accessibilityViolations(page)).toEqual([])
  const beyond = () => document.documentElement.scrollWidth - document.documentElement.clientWidth
  expect(await page.evaluate(beyond)).toBe(0)
}

for (const { code, locale, text } of languages) {
  const { scan } = code === 'ar' ? scanAr : scanEn
  const path = code === 'ar' ? '/ar/scan' : '/scan'

  for (const width of [360, 1280]) {
    test.describe(`scanning in ${code} at ${width} px`, () => {
      test.use({ locale, viewport: { width, height: 780 } })

      test('a photo of a barcode shows its product', async ({ page }) => {
        const { id, ean } = await findBoxed()
        const reader = page.waitForResponse(/\.wasm$/)
        await page.goto(path)
        await expect(page.getByRole('heading', { level: 1, name: text.nav.scan })).toBeVisible()
        expect(await accessibilityViolations(page)).toEqual([])
        const input = page.locator('input[type="file"]')
        await input.setInputFiles({ name: 'white.txt', mimeType: 'text/plain', buffer: Buffer.from('no picture') })
        await expect(page.getByText(scan.picture.notPicture)).toBeVisible()
        await input.setInputFiles({ name: 'box.bmp', mimeType: 'image/bmp', buffer: barcodePicture(ean) })
        await expectProduct(page, id, scan.shops)
        expect(new URL((await reader).url()).origin).toBe(system.url)
        await page.getByRole('button', { name: scan.next }).click()
        await expect(page.getByLabel(scan.number.label)).toHaveValue('')
      })
    })
  }

  test(`the camera reads a barcode in ${code}`, async ({ launchOptions }, testInfo) => {
    const { id, ean } = await findBoxed()
    const video = testInfo.outputPath('box.y4m')
    await writeFile(video, barcodeVideo(ean))
    const fake = ['--use-fake-device-for-media-stream', '--use-fake-ui-for-media-stream']
    const args = [...(launchOptions.args ?? []), ...fake, `--use-file-for-fake-video-capture=${video}`]
    const browser = await chromium.launch({ ...launchOptions, args })
    try {
      const page = await browser.newPage({
        baseURL: system.url,
        locale,
        viewport: { width: 360, height: 780 },
        reducedMotion: 'reduce',
        serviceWorkers: 'block',
      })
      await page.goto(path)
      await page.getByRole('button', { name: scan.start }).click()
      await expectProduct(page, id, scan.shops)
    } finally {
      await browser.close()
    }
  })

  test(`phones lead to the scanner from the search field in ${code}`, async ({ page }) => {
    await page.setViewportSize({ width: 360, height: 780 })
    await page.goto(code === 'ar' ? '/ar' : '/')
    await page.getByRole('search').getByRole('link', { name: text.nav.scan }).click()
    await expect(page).toHaveURL(new RegExp(`${path}$`))
    await page.getByLabel(scan.number.label).fill('5901234123458')
    await page.getByRole('button', { name: scan.number.find }).click()
    await expect(page.getByText(scan.number.checkDigit.split(/[:،{]/)[0] ?? '')).toBeVisible()
  })
}
