import type { Page } from '@playwright/test'
import { expect, languages, test } from './browser.ts'

// The conditions under which browsers offer to install the site as an app, and what the installed app is told.

type Icon = { src: string; sizes: string; type: string; purpose: string }
type Manifest = {
  lang: string
  dir: string
  start_url: string
  scope: string
  display: string
  name: string
  icons: Icon[]
}

/** Reads the manifest that the page links, as the browser does under the page's content security policy. */
const readManifest = (page: Page) =>
  page.evaluate(async () => {
    const links = document.querySelectorAll<HTMLLinkElement>('link[rel=manifest]')
    const response = await fetch(links[0]?.href ?? '')
    return { links: links.length, type: response.headers.get('content-type'), body: (await response.json()) as unknown }
  })

/** Returns the size of a picture as the browser decodes it. */
const measure = (page: Page, address: string) =>
  page.evaluate(async (src) => {
    const picture = new Image()
    picture.src = src
    await picture.decode()
    return `${picture.naturalWidth}x${picture.naturalHeight}`
  }, address)

for (const { code, dir } of languages) {
  test(`the app can be installed from each page in ${code}`, async ({ page }) => {
    const start = code === 'ar' ? '/ar' : '/'
    for (const path of [start, `${code === 'ar' ? '/ar' : ''}/gpu`]) {
      await page.goto(path)
      const { links, type, body } = await readManifest(page)
      expect([links, type]).toEqual([1, 'application/manifest+json'])
      const manifest = body as Manifest
      expect(manifest).toMatchObject({ lang: code, dir, start_url: start, scope: '/', display: 'standalone' })
      expect(manifest.name).not.toBe('')
      for (const { src, sizes } of manifest.icons) expect(await measure(page, src)).toBe(sizes)
      expect(manifest.icons.map(({ sizes }) => sizes)).toEqual(expect.arrayContaining(['192x192', '512x512']))
      expect((await page.request.get(manifest.start_url)).status()).toBe(200)
    }
  })
}
