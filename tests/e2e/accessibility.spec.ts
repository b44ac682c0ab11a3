import type { Page } from '@playwright/test'
import { accessibilityViolations, cards, expect, languages, test } from './browser.ts'
import { ask, makeAccount } from './system.ts'

// axe finds no violation on any route, in both languages, on a wide and on a narrow screen, nor in dialogs and menus
// over a page.

// The list of violations tells enough, and recording a trace of every page takes as long as checking it.
test.use({ trace: 'off' })

async function violations(page: Page, where: string): Promise<string[]> {
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.waitForLoadState('networkidle')
  return accessibilityViolations(page, where)
}

type Listed = { products: { id: string; retailerCount: number }[] }

async function routes(width: number): Promise<string[]> {
  const { categories } = await ask<{ categories: { route: string | null }[] }>('/api/categories')
  const { products } = await ask<Listed>('/api/products/list?category=GPU&inStock=true&limit=48')
  const [first, second] = products.toSorted((a, b) => b.retailerCount - a.retailerCount).map(({ id }) => id)
  const { products: unsold } = await ask<Listed>('/api/products/list?limit=100&sort=name_desc')
  const never = unsold.find(({ retailerCount }) => retailerCount === 0)?.id
  return [
    '/',
    '/products',
    // Category pages differ only in their words: narrow screens check three of them.
    ...categories.flatMap(({ route }) => route ?? []).slice(0, width > 1000 ? undefined : 3),
    '/gpu/rtx-5070',
    '/ar/gpu/rtx-5070',
    '/gpu?manufacturer=Nobody',
    '/gpu?page=400',
    '/search',
    '/search?q=ryzen+7+under+200',
    '/search?q=qqqqqqqq',
    `/product/${first}`,
    ...(never ? [`/product/${never}`] : []),
    '/build-for?budget=500&use=gaming-1440p&wish=quiet',
    '/compare',
    `/compare?ids=${first}&ids=${second}`,
    '/parts-list',
    `/parts-list?part=${first}`,
    '/login',
    '/signup',
    '/forgot-password',
    '/reset-password',
    '/verify-email',
    '/build/AAAAAAAAAAAAAAAAAAAAAA',
  ]
}

for (const { code, locale, text } of languages) {
  for (const width of [1280, 360]) {
    test.describe(`axe in ${code} at ${width} px`, () => {
      test.use({ locale, viewport: { width, height: 900 }, allowedErrors: [/status of 4\d\d/] })

      // Two parts with alternating routes, so that both workers are busy until the end.
      for (const part of [0, 1]) {
        test(`finds nothing on any route, part ${part + 1} of 2`, async ({ page }) => {
          test.setTimeout(240_000)
          const all = [...(await routes(width)), '/toaster', '/no/such/page', '/product/00000000-0000-4000-8000-000000000000']
          const found: string[] = []
          for (const path of all.filter((_, turn) => turn % 2 === part)) {
            await page.goto(path)
            found.push(...(await violations(page, path)))
          }
          expect(found).toEqual([])
        })
      }

      test('finds nothing in what opens over a page', async ({ page, request }) => {
        test.setTimeout(120_000)
        const found: string[] = []
        await page.goto('/gpu')
        await page.getByRole('banner').getByRole('button', { name: width > 1000 ? text.nav.browse : text.nav.menu, exact: true }).click()
        found.push(...(await violations(page, 'menu')))
        await page.keyboard.press('Escape')
        await page.keyboard.press('Control+k')
        await expect(page.getByRole('dialog')).toBeVisible()
        found.push(...(await violations(page, 'palette')))
        await page.keyboard.press('Escape')
        if (width < 1000) {
          await page.getByRole('button', { name: text.filters.title }).click()
          await expect(page.getByRole('dialog', { name: text.filters.title })).toBeVisible()
          found.push(...(await violations(page, 'filters')))
          await page.keyboard.press('Escape')
        }
        await cards(page).nth(0).getByRole('checkbox').check()
        found.push(...(await violations(page, 'compare tray')))

        const account = await makeAccount(`axe-${code}-${width}-${Date.now()}@example.com`)
        expect((await request.post('/api/auth/login', { data: account })).status()).toBe(200)
        await page.context().addCookies((await request.storageState()).cookies)
        await cards(page).first().getByRole('link').first().click()
        await page.reload()
        await expect(page.getByRole('heading', { name: text.reviews.write })).toBeVisible()
        found.push(...(await violations(page, 'review form')))
        await page.getByRole('main').getByRole('button', { name: text.product.alert }).click()
        const dialog = page.getByRole('dialog', { name: text.alert.title })
        await dialog.getByRole('button', { name: text.alert.target }).click()
        await dialog.getByRole('button', { name: text.alert.create }).click()
        await expect(dialog.getByRole('alert')).toHaveText(text.alert.invalid)
        found.push(...(await violations(page, 'alert dialog')))
        expect(found).toEqual([])
      })
    })
  }
}
