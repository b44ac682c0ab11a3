import type { Page } from '@playwright/test'
import { accessibilityViolations, cards, expect, languages, test } from './browser.ts'
import { makeAccount } from './system.ts'

// axe finds no violation in dialogs and menus that open over a page, in both languages, on a wide and on a narrow screen.
// `routes.spec.ts` checks the pages themselves.

// The list of violations tells enough, and recording a trace of every page takes as long as checking it.
test.use({ trace: 'off' })

async function violations(page: Page, where: string): Promise<string[]> {
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.waitForLoadState('networkidle')
  return accessibilityViolations(page, where)
}

for (const { code, locale, text } of languages) {
  for (const width of [1280, 360]) {
    test.describe(`axe in ${code} at ${width} px`, () => {
      test.use({ locale, viewport: { width, height: 900 } })

      test('dialogs, menus and sheets pass axe', async ({ page, request }) => {
        test.setTimeout(240_000)
        const found: string[] = []
        await page.goto('/gpu')
        await page
          .getByRole('banner')
          .getByRole('button', { name: width > 1000 ? text.nav.browse : text.nav.menu, exact: true })
          .click()
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
