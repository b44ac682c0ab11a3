import { AxeBuilder } from '@axe-core/playwright'
import { cards, expect, languages, openTools, test } from './browser.ts'

// A guest's build by a short link: the link, its message, the page behind it, and its preview.
for (const { code, locale, text } of languages) {
  for (const width of [360, 1280]) {
    test.describe(`a short link in ${code} at ${width} px`, () => {
      test.use({ locale, viewport: { width, height: 780 } })

      test('carries the list, with a preview, and opens for everybody', async ({ page, browser, request }) => {
        await page.goto('/cpu')
        await cards(page).first().getByRole('button', { name: text.card.add }).click()
        await expect(page).toHaveURL(/:\d+\/$/)
        const name = await page.locator('#row-cpu td:nth-child(2) a[href^="/product/"]').innerText()
        if (width < 768) await openTools(page, text)
        await page.getByRole('button', { name: text.build.share, exact: true }).click()
        const dialog = page.getByRole('dialog')
        const field = dialog.getByLabel(text.builds.link)
        await expect(field).toHaveValue(/\/b\/[2-9b-df-hjkmnp-tv-z]{7}$/, { timeout: 60_000 })
        const link = await field.inputValue()

        const href = await dialog.getByRole('link', { name: text.share.whatsapp }).getAttribute('href')
        const lines = (new URL(href ?? '').searchParams.get('text') ?? '').split('\n')
        expect(lines.at(-1)).toBe(link)
        expect(lines.some((line) => line.startsWith(text.category.CPU.one) && line.includes(name))).toBe(true)
        const { violations } = await new AxeBuilder({ page }).include('dialog').analyze()
        expect(violations.map(({ id }) => id)).toEqual([])

        const html = await (await request.get(link)).text()
        expect(html).toContain(`<html lang="${code}"`)
        expect(html).toMatch(/<title>[^<]*\d\.\d{3}[^<]*<\/title>/)
        const image = /property="og:image" content="([^"]+)"/.exec(html)?.[1]?.replaceAll('&amp;', '&')
        const drawn = await request.get(new URL(image ?? '').pathname)
        expect([drawn.status(), drawn.headers()['content-type']]).toEqual([200, 'image/png'])

        const other = await browser.newContext({ locale, viewport: { width, height: 780 } })
        const visitor = await other.newPage()
        await visitor.goto(link)
        await expect(visitor.getByRole('table')).toContainText(name)
        expect(await visitor.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
        await visitor.getByRole('button', { name: text.builds.use }).click()
        await expect(visitor.locator('#row-cpu')).toContainText(name)
        await other.close()
      })
    })
  }
}
