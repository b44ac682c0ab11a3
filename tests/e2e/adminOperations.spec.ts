import type { APIRequestContext } from '@playwright/test'
import {
  administrator,
  expectAccessible,
  lastCrawl,
  listOffers,
  textPattern,
  localRetailerName,
} from './administrators.ts'
import { expect, languages, test } from './browser.ts'
import { changeOffer, ingest } from './system.ts'

// Administrators on the real system: figures, crawls, held prices and roles.

for (const { code, locale, text } of languages) {
  const { admin } = text
  test.describe(`an operator in ${code}`, () => {
    test.use({ locale })

    let api: APIRequestContext
    let other: APIRequestContext
    let otherEmail: string
    test.beforeAll(async () => {
      api = (await administrator(`operator-${code}`)).api
      const second = await administrator(`other-operator-${code}`)
      other = second.api
      otherEmail = second.email
    })
    test.afterAll(async () => {
      await Promise.all([api.dispose(), other.dispose()])
    })
    test.beforeEach(async ({ context }) => {
      await context.addCookies((await api.storageState()).cookies)
    })

    test('sees price differences and the statistics of the site', async ({ page }) => {
      test.slow()
      await page.goto('/admin')
      await expect(page.getByText(admin.analytics.users)).toBeVisible()
      await page.getByRole('button', { name: `${admin.analytics.asTable}: ${admin.analytics.byCategory}` }).click()
      await expect(page.getByRole('rowheader', { name: text.category.GPU.one })).toBeVisible()
      await expectAccessible(page, 'analytics')
      await page.getByRole('navigation', { name: admin.tabs }).getByRole('link', { name: admin.tab.prices }).click()
      const table = page.getByRole('region', { name: admin.tab.prices })
      await table.getByRole('button').first().click()
      expect(await table.getByRole('listitem').count()).toBeGreaterThan(1)
      await expectAccessible(page, 'price differences')
    })

    test('starts a crawl of a retailer', async ({ page }) => {
      await page.goto('/admin?tab=operations')
      const row = page
        .getByRole('region', { name: admin.operations.view.shops })
        .getByRole('row')
        .filter({ hasText: localRetailerName(text, 'Noor Computers') })
      const last = await lastCrawl(api, 'noor-computers')
      await row.getByRole('button').click()
      await expect(
        page.getByText(textPattern(admin.operations.queued, localRetailerName(text, 'Noor Computers'))),
      ).toBeVisible()
      await expect.poll(() => lastCrawl(api, 'noor-computers'), { timeout: 30_000 }).not.toBe(last)
      await page.getByRole('link', { name: admin.operations.view.jobs }).click()
      await expect(
        page
          .getByRole('region', { name: admin.operations.view.jobs })
          .getByRole('row')
          .filter({ hasText: 'noor-computers' })
          .first(),
      ).toBeVisible()
      await expectAccessible(page, 'jobs')
    })

    test('drops a held price', async ({ page }) => {
      test.slow()
      const found = (await listOffers(api, 'category=CPU&linked=true&limit=100')).find(
        ({ retailer, inStock }) => retailer === 'Bandar PC' && inStock,
      )
      const externalId = found && /data-sku="([^"]+)"/.exec(await (await fetch(found.url)).text())?.[1]
      if (!externalId) throw new Error('Bandar PC sells no processor')
      // Nobody is asked about a dropped price a second time: each language uses a price of its own.
      await changeOffer('bandar-pc', externalId, { price: (found.price * (code === 'en' ? 6 : 7)).toFixed(3) })
      await ingest('run', '--retailer', 'bandar-pc')
      await page.goto('/admin?tab=operations&view=quarantine')
      const row = page
        .getByRole('region', { name: admin.operations.view.quarantine })
        .getByRole('row')
        .filter({ hasText: found.name })
      await expect(row).toContainText(admin.operations.reasonOf.PRICE_FAR_FROM_OWN)
      await row.getByRole('checkbox').check()
      await expectAccessible(page, 'held prices')
      await page.getByRole('button', { name: admin.operations.drop }).click()
      await expect(page.getByText(textPattern(admin.operations.dropped, 1))).toBeVisible()
      await expect(row).toHaveCount(0)
      await changeOffer('bandar-pc', externalId, { price: found.price.toFixed(3) })
      await page.goto('/admin?tab=audit&action=DROP_PRICE')
      await expect(
        page
          .getByRole('region', { name: admin.tab.audit })
          .getByText(admin.audit.actionName.DROP_PRICE, { exact: true })
          .first(),
      ).toBeVisible()
    })

    test('revokes an admin role and grants it again', async ({ page }) => {
      await page.goto(`/admin?tab=users&q=${encodeURIComponent(otherEmail)}`)
      const row = page.getByRole('region', { name: admin.tab.users }).getByRole('row').filter({ hasText: otherEmail })
      for (const [button, role] of [
        [admin.users.revoke, admin.users.user],
        [admin.users.grant, admin.users.admin],
      ] as const) {
        // oxlint-disable-next-line no-await-in-loop -- one after the other
        await row.getByRole('button').last().click()
        // oxlint-disable-next-line no-await-in-loop -- one after the other
        await page.getByRole('dialog').getByRole('button', { name: button, exact: true }).click()
        // oxlint-disable-next-line no-await-in-loop -- one after the other
        await expect(row.getByText(role, { exact: true })).toBeVisible()
      }
      // Both changes of the role end all sessions of the account.
      expect((await other.get('/api/admin/matches')).status()).toBe(401)
    })
  })
}
