import type { APIRequestContext } from '@playwright/test'
import { administrator, expectAccessible, listOffers, textPattern, type Detail } from './administrators.ts'
import { expect, languages, test } from './browser.ts'
import { ask } from './system.ts'

// An administrator takes a product apart on the real system: what moves is shown in numbers first.

for (const { code, locale, text } of languages) {
  const { admin } = text
  test.describe(`the preview of a split in ${code}`, () => {
    test.use({ locale })

    let api: APIRequestContext
    test.beforeAll(async () => {
      api = (await administrator(`splitter-${code}`)).api
    })
    test.afterAll(() => api.dispose())
    test.beforeEach(async ({ context }) => {
      await context.addCookies((await api.storageState()).cookies)
    })

    test('counts what goes and what stays, as the split then does it', async ({ page }) => {
      const offers = (await listOffers(api, 'category=PSU&linked=true&limit=100')).filter(({ ended }) => !ended)
      const found = offers.find((offer) =>
        offers.some((other) => other.canonicalId === offer.canonicalId && other.retailer !== offer.retailer),
      )
      if (!found) throw new Error('no supply is sold by two shops')
      const productId = found.canonicalId
      const alert = { productId, alertType: 'ANY_DROP' }
      expect((await api.post('/api/user/price-alerts', { data: alert })).ok()).toBe(true)
      const build = { name: 'Split', components: { PSU: productId } }
      expect((await api.post('/api/builds', { data: build })).ok()).toBe(true)
      expect((await api.post('/api/favorites', { data: { productId } })).ok()).toBe(true)

      await page.goto(`/admin?tab=products&q=${productId}`)
      const table = page.getByRole('region', { name: admin.tab.products })
      await table.getByRole('row').filter({ hasText: found.name }).getByRole('checkbox').first().check()
      await page.getByRole('button', { name: admin.products.ownProduct }).click()
      const dialog = page.getByRole('dialog', { name: admin.products.splitTitle })
      const moves = dialog.getByRole('region', { name: admin.products.effects.moves })
      const stays = dialog.getByRole('region', { name: textPattern(admin.products.effects.stays, found.canonicalName) })
      const count = (side: typeof moves, label: string) =>
        side
          .locator('div')
          .filter({ has: page.getByText(label, { exact: true }) })
          .getByRole('definition')
      await expect(count(moves, admin.products.effects.offers)).toHaveText('1')
      await expect(count(moves, admin.products.effects.prices)).toHaveText(/^[1-9]/)
      for (const label of ['alerts', 'builds', 'favorites'] as const) {
        await expect(count(stays, admin.products.effects[label])).toHaveText(/^\W*[1-9]/)
      }
      await expectAccessible(page, 'preview of a split')
      await dialog.getByRole('button', { name: admin.products.splitOff }).click()
      const address = (await dialog.getByRole('link', { name: admin.products.openNew }).getAttribute('href')) ?? ''
      const newId = address.split('/').at(-1) ?? ''
      expect((await ask<Detail>(`/api/products?id=${newId}`)).retailers).toHaveLength(1)
      await dialog.getByRole('button', { name: admin.products.splitUndo }).click()
      await expect(dialog.getByText(admin.products.splitUndone)).toBeVisible()
    })
  })
}
