import type { APIRequestContext } from '@playwright/test'
import {
  administrator,
  crawlByJob,
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

    test('filters shops by health and jobs by kind and shop', async ({ page }) => {
      // The first crawl of a new system is a command, of which there is no job.
      await crawlByJob(api, 'noor-computers')
      await page.goto('/admin?tab=operations')
      const shops = page.getByRole('region', { name: admin.operations.view.shops })
      await expect(shops.getByRole('row').nth(1)).toBeVisible()
      const before = await shops.getByRole('row').count()
      const health = page.getByRole('combobox', { name: admin.operations.healthFilter })
      const [, first] = await health.getByRole('option').allTextContents()
      await health.selectOption(first ?? '')
      await expect(page).toHaveURL(/state=/)
      expect(await shops.getByRole('row').count()).toBeLessThanOrEqual(before)
      await expectAccessible(page, 'shops of one health')
      await page.goto('/admin?tab=operations&view=jobs&kind=crawl&retailer=noor-computers')
      const rows = page.getByRole('region', { name: admin.operations.view.jobs }).getByRole('row')
      await expect(rows.nth(1)).toContainText(localRetailerName(text, 'Noor Computers'))
      await expect(rows.filter({ hasText: localRetailerName(text, 'Bandar PC') })).toHaveCount(0)
      await expectAccessible(page, 'jobs of one shop')
    })

    test('starts a crawl of a retailer', async ({ page }) => {
      await page.goto('/admin?tab=operations')
      const row = page
        .getByRole('region', { name: admin.operations.view.shops })
        .getByRole('row')
        .filter({ hasText: localRetailerName(text, 'Noor Computers') })
      const last = await lastCrawl(api, 'noor-computers')
      const shop = localRetailerName(text, 'Noor Computers')
      await row.getByRole('button', { name: textPattern(admin.operations.runOf, shop) }).click()
      await expect(
        page.getByText(textPattern(admin.operations.queued, localRetailerName(text, 'Noor Computers'))),
      ).toBeVisible()
      await expect.poll(() => lastCrawl(api, 'noor-computers'), { timeout: 60_000 }).not.toBe(last)
      await page.getByRole('link', { name: admin.operations.view.jobs }).click()
      await expect(
        page
          .getByRole('region', { name: admin.operations.view.jobs })
          .getByRole('row')
          .filter({ hasText: localRetailerName(text, 'Noor Computers') })
          .first(),
      ).toBeVisible()
      await expectAccessible(page, 'jobs')
    })

    test('switches a shop off and on, and sees how its crawls went', async ({ page }) => {
      const shop = localRetailerName(text, 'Noor Computers')
      const path = '/api/admin/retailers/noor-computers'
      await page.goto('/admin?tab=operations')
      const row = page
        .getByRole('region', { name: admin.operations.view.shops })
        .getByRole('row')
        .filter({ hasText: shop })
      try {
        await row.getByRole('button', { name: textPattern(admin.operations.switchOffOf, shop) }).click()
        await expect(page.getByText(textPattern(admin.operations.switchedOff, shop))).toBeVisible()
        await expect(row).toContainText(admin.operations.healthOf.OFF)
        await expect(row.getByRole('button', { name: textPattern(admin.operations.runOf, shop) })).toBeDisabled()
        expect((await api.post(`${path}/crawl`)).status()).toBe(409)
        await row.getByRole('button', { name: textPattern(admin.operations.switchOnOf, shop) }).click()
        await expect(page.getByText(textPattern(admin.operations.switchedOn, shop))).toBeVisible()
        await expect(row).not.toContainText(admin.operations.healthOf.OFF)
      } finally {
        await api.post(`${path}/switch-on`)
      }
      await row.getByRole('button', { name: textPattern(admin.operations.historyOf, shop) }).click()
      await expect(page).toHaveURL(/retailer=noor-computers/)
      const history = page.getByRole('region', { name: textPattern(admin.operations.historyOf, shop) })
      await expect(history.getByRole('img')).toHaveCount(3)
      await expect(history.getByRole('row').nth(1)).toContainText(admin.operations.crawlOf.COMPLETE, {
        timeout: 40_000,
      })
      await expectAccessible(page, 'crawls of a shop')
      await page.goto('/admin?tab=audit&action=SWITCH_OFF_RETAILER')
      await expect(
        page
          .getByRole('region', { name: admin.tab.audit })
          .getByText(admin.audit.actionName.SWITCH_OFF_RETAILER, { exact: true })
          .first(),
      ).toBeVisible()
    })

    test('says what a waiting offer is, and takes it back', async ({ page }) => {
      type Waiting = { offers: { id: string; name: string; reason: string }[] }
      const list = async (): Promise<Waiting['offers']> =>
        ((await (await api.get('/api/admin/offers/waiting?limit=100')).json()) as Waiting).offers
      const found = (await list()).find(({ reason }) => reason === 'NO_PART')
      if (!found) throw new Error('every offer is a part')
      const reasonNow = async () => (await list()).find(({ id }) => id === found.id)?.reason
      await page.goto('/admin?tab=operations&view=waiting&state=NO_PART')
      await page
        .getByRole('region', { name: admin.operations.view.waiting })
        .getByRole('button', { name: textPattern(admin.operations.assignOf, found.name) })
        .first()
        .click()
      const dialog = page.getByRole('dialog', { name: admin.operations.assignTitle })
      await dialog.getByRole('combobox', { name: admin.match.categoryFilter }).selectOption('MOUSE')
      await expectAccessible(page, 'what a waiting offer is')
      await dialog.getByRole('button', { name: admin.operations.assign, exact: true }).click()
      await expect(page.getByText(textPattern(admin.operations.assigned, 1))).toBeVisible()
      await expect.poll(reasonNow).not.toBe('NO_PART')
      await page.getByRole('button', { name: admin.match.undo, exact: true }).click()
      await expect(page.getByText(textPattern(admin.operations.takenBack, 1))).toBeVisible()
      expect(await reasonNow()).toBe('NO_PART')
    })

    test('dismisses a rejected listing, finds it among the dismissed, and lists it again', async ({ page }) => {
      type Rejected = { offers: { name: string | null; externalId: string }[]; total: number }
      const list = async (): Promise<Rejected> =>
        (await (await api.get('/api/admin/offers/rejected?limit=100')).json()) as Rejected
      const { offers, total } = await list()
      const [found] = offers
      if (!found) throw new Error('nothing is rejected')
      const name = found.name ?? found.externalId
      await page.goto('/admin?tab=operations&view=rejected')
      await expect(page.getByRole('link', { name: admin.operations.view.rejected })).toContainText(/[0-9٠-٩]/)
      const table = page.getByRole('region', { name: admin.operations.view.rejected })
      await table
        .getByRole('button', { name: textPattern(admin.operations.dismissOf, name) })
        .first()
        .click()
      await expect(page.getByText(textPattern(admin.operations.dismissed, 1))).toBeVisible()
      await expect.poll(async () => (await list()).total).toBe(total - 1)
      await page.getByRole('combobox', { name: admin.operations.shown, exact: true }).selectOption('DISMISSED')
      await expect(page).toHaveURL(/status=DISMISSED/)
      await expectAccessible(page, 'dismissed listings')
      await table
        .getByRole('button', { name: textPattern(admin.operations.restoreOf, name) })
        .first()
        .click()
      await expect(page.getByText(textPattern(admin.operations.restored, 1))).toBeVisible()
      await expect.poll(async () => (await list()).total).toBe(total)
    })

    test('says what a rejected listing is, finds it among the assigned, and takes that back', async ({ page }) => {
      type Rejected = { offers: { name: string | null; externalId: string }[] }
      const list = async (filter: string): Promise<Rejected['offers']> =>
        ((await (await api.get(`/api/admin/offers/rejected?limit=100${filter}`)).json()) as Rejected).offers
      const [found] = await list('')
      if (!found) throw new Error('nothing is rejected')
      const name = found.name ?? found.externalId
      const isAssigned = async () =>
        (await list('&assigned=true')).some(({ externalId }) => externalId === found.externalId)
      await page.goto('/admin?tab=operations&view=rejected')
      const table = page.getByRole('region', { name: admin.operations.view.rejected })
      await table
        .getByRole('button', { name: textPattern(admin.operations.assignOf, name) })
        .first()
        .click()
      const dialog = page.getByRole('dialog', { name: admin.operations.assignTitle })
      await expect(dialog.getByText(admin.operations.assignListingsNote)).toBeVisible()
      await dialog.getByRole('combobox', { name: admin.match.categoryFilter }).selectOption('MOUSE')
      await dialog.getByRole('button', { name: admin.operations.assign, exact: true }).click()
      await expect(page.getByText(textPattern(admin.operations.assignedListings, 1))).toBeVisible()
      await expect.poll(isAssigned).toBe(true)
      await page.getByRole('combobox', { name: admin.operations.shown, exact: true }).selectOption('ASSIGNED')
      await expectAccessible(page, 'assigned listings')
      await table
        .getByRole('button', { name: textPattern(admin.operations.unassignOf, name) })
        .first()
        .click()
      await expect(page.getByText(textPattern(admin.operations.takenBack, 1))).toBeVisible()
      await expect.poll(isAssigned).toBe(false)
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
        await row.getByRole('button').filter({ hasText: button }).click()
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
