import type { Page } from '@playwright/test'
import { expect, languages, test } from './browser.ts'
import { ask, system } from './system.ts'

// Pages as clients without scripts, search engines and messengers get them, and how a page switches from one language
// to the other.

type Listed = { products: { id: string; name: string }[] }

const firstGpu = async () => {
  const { products } = await ask<Listed>('/api/products/list?category=GPU&inStock=true&limit=1')
  const [first] = products
  if (!first) throw new Error('no video card in the demo')
  return first
}

const addressIn = (code: string, path: string) => (code === 'ar' ? `/ar${path === '/' ? '' : path}` : path)

/** Returns the address of a language that the page's head names. */
const alternate = (page: Page, language: string) =>
  page.locator(`head link[rel=alternate][hreflang=${language}]`).getAttribute('href')

for (const { code, dir, text } of languages) {
  test.describe(`pages without scripts in ${code}`, () => {
    test.use({ javaScriptEnabled: false })

    test('hold the same content as the app', async ({ page }) => {
      const gpu = await firstGpu()
      for (const path of ['/gpu', '/gpu/rtx-5070', `/product/${gpu.id}`]) {
        await page.goto(addressIn(code, path))
        await expect(page.locator('html')).toHaveAttribute('dir', dir)
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
        await expect(page.getByText(new RegExp(`\\d\\.\\d{3}\\s*${text.money.kwd}`)).first()).toBeVisible()
        await expect(page.getByRole('link', { name: text.category.GPU.many }).first()).toHaveAttribute(
          'href',
          addressIn(code, '/gpu'),
        )
        for (const [language, other] of [
          ['en', path],
          ['ar', `/ar${path}`],
          ['x-default', path],
        ] as const) {
          expect(await alternate(page, language)).toBe(system.url + other)
        }
        const beyond = await page.locator('html').evaluate((html) => html.scrollWidth - html.clientWidth)
        expect(beyond, `${path} is wider than the screen`).toBeLessThanOrEqual(0)
      }
      await expect(page.getByRole('heading', { level: 1 })).toContainText(gpu.name)
      await expect(page.getByRole('cell', { name: text.stock.in }).first()).toBeVisible()
    })
  })
}

test.describe('an Arabic address', () => {
  test.use({ locale: 'en-GB' })

  test('is Arabic regardless of the browser language, as are the pages it links to', async ({ page }) => {
    const ar = languages[1].text
    await page.goto('/ar/gpu')
    await expect(page.locator('html')).toHaveAttribute('lang', 'ar')
    await page.getByRole('main').getByRole('article').first().getByRole('link').first().click()
    await expect(page).toHaveURL(/\/ar\/product\//)
    await page.getByRole('link', { name: ar.nav.home }).first().click()
    await expect(page).toHaveURL(/\/ar$/)
    await expect(page.locator('a[href="/gpu"]')).toHaveCount(0)
    await page.goto('/gpu')
    await expect(page.locator('html')).toHaveAttribute('lang', 'en')
  })

  test('replaces the English address with the same filters when the language changes', async ({ page }) => {
    const [en, ar] = languages.map(({ text }) => text)
    if (!en || !ar) throw new Error('two languages')
    await page.goto('/gpu?manufacturer=MSI')
    await expect(page.getByRole('main').getByRole('article').first()).toBeVisible()
    await page.getByRole('banner').getByRole('button', { name: en.nav.language }).click()
    await page.getByRole('button', { name: 'العربية' }).click()
    await expect(page).toHaveURL(/\/ar\/gpu\?manufacturer=MSI$/)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(ar.category.GPU.many)
    await page.getByRole('banner').getByRole('button', { name: ar.nav.language }).click()
    await page.getByRole('button', { name: 'English' }).click()
    await expect(page).toHaveURL(/:\d+\/gpu\?manufacturer=MSI$/)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(en.category.GPU.many)
    await page.goto('/ar/gpu')
    await page.goto('/cpu')
    await expect(page.locator('html')).toHaveAttribute('lang', 'en')
  })
})

test('a page has the same text before and after the app renders', async ({ page, browser }) => {
  const quiet = await browser.newPage({ javaScriptEnabled: false, baseURL: system.url })
  for (const path of ['/gpu/rtx-5070', '/ar/gpu/rtx-5070', '/ar/gpu']) {
    await quiet.goto(path)
    await page.goto(path)
    await expect(page.getByRole('main').getByRole('article').first()).toBeVisible()
    await expect(page).toHaveTitle(await quiet.title())
    const heading = await quiet.getByRole('heading', { level: 1 }).innerText()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading)
  }
  await quiet.close()
})
