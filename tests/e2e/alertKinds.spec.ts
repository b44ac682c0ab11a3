import { expectAccessible } from './administrators.ts'
import { expect, languages, test } from './browser.ts'
import { ask, makeAccount, system } from './system.ts'

// Alerts of all kinds: set on a product's page, and managed in the settings.

for (const { code, locale, text } of languages) {
  const { settings } = text.account
  test.describe(`alerts of all kinds in ${code}`, () => {
    // A target that is too high is refused by the server.
    test.use({ locale, allowedErrors: [/status of 422/] })

    test('are set once or again and again, paused, resumed and edited', async ({ page, context }) => {
      const account = await makeAccount(`alert-kinds-${code}-${Date.now()}@example.com`)
      const answer = await context.request.post(`${system.url}/api/auth/login`, {
        data: account,
        headers: { origin: system.url },
      })
      expect(answer.ok()).toBe(true)
      const { products } = await ask<{ products: { id: string }[] }>('/api/products/list?inStock=true&limit=1')
      await page.goto(`/product/${products[0]?.id ?? ''}`)

      for (const kind of ['back', 'low'] as const) {
        await page.getByRole('button', { name: text.product.alert }).click()
        const dialog = page.getByRole('dialog', { name: text.alert.title })
        const group = kind === 'back' ? text.alert.groupStock : text.alert.low
        await dialog.getByRole('button', { name: group, exact: true }).click()
        await dialog.getByRole('button', { name: text.alert.again, exact: true }).click()
        await expectAccessible(page, `alert: ${kind}`)
        await dialog.getByRole('button', { name: text.alert.create }).click()
        await expect(dialog).toBeHidden()
      }

      await page.goto('/settings')
      const panel = page.getByRole('region', { name: settings.alerts })
      const rows = panel.getByRole('row').filter({ has: page.getByRole('link') })
      const low = rows.filter({ hasNotText: settings.alertReturn })
      await expect(rows.filter({ hasText: settings.alertReturn })).toContainText(settings.alertAgain)
      await expect(low).toContainText(settings.alertAgain)
      await low.getByRole('button').filter({ hasText: settings.alertPause }).click()
      await expect(low).toContainText(settings.alertPaused)
      await expectAccessible(page, 'a paused alert')
      await low.getByRole('button').filter({ hasText: settings.alertResume }).click()
      await expect(low).toContainText(settings.alertActive)
      await low.getByRole('button').filter({ hasText: settings.alertEdit }).click()
      const edit = page.getByRole('dialog', { name: settings.alertEditTitle })
      await edit.getByRole('button', { name: text.alert.once, exact: true }).click()
      await edit.getByRole('button', { name: settings.alertSave }).click()
      await expect(edit).toBeHidden()
      await expect(low).toContainText(settings.alertOnce)
    })

    test('are about lows, rises, new shops and chosen shops, on a phone too', async ({ page, context }) => {
      await page.setViewportSize({ width: 360, height: 740 })
      const account = await makeAccount(`alert-kinds-more-${code}-${Date.now()}@example.com`)
      const answer = await context.request.post(`${system.url}/api/auth/login`, {
        data: account,
        headers: { origin: system.url },
      })
      expect(answer.ok()).toBe(true)
      const { products } = await ask<{ products: { id: string }[] }>('/api/products/list?inStock=true&limit=1')
      await page.goto(`/product/${products[0]?.id ?? ''}`)
      const dialog = page.getByRole('dialog', { name: text.alert.title })
      const press = (name: string) => dialog.getByRole('button', { name, exact: true }).click()
      const forms: { name: string; fill: () => Promise<void> }[] = [
        {
          name: 'low ever',
          fill: async () => {
            await press(text.alert.low)
            await press(text.alert.ever)
          },
        },
        {
          name: 'near the low',
          fill: async () => {
            await press(text.alert.low)
            await press(text.alert.near)
            await dialog.getByLabel(text.alert.nearLabel).fill('51')
            await press(text.alert.create)
            await expect(dialog.getByRole('alert')).toHaveText(text.alert.percentInvalid)
            await expectAccessible(page, 'alert: near with a wrong percentage')
            await dialog.getByLabel(text.alert.nearLabel).fill('7')
          },
        },
        {
          name: 'rise',
          fill: async () => {
            await press(text.alert.groupRise)
            await dialog.getByLabel(text.alert.riseLabel).fill('12')
          },
        },
        {
          name: 'new shop',
          fill: async () => {
            await press(text.alert.groupStock)
            await press(text.alert.newShop)
          },
        },
        {
          name: 'return at a shop',
          fill: async () => {
            await press(text.alert.groupStock)
            await dialog.getByText(text.alert.onlyShops, { exact: true }).click()
            await dialog.getByRole('checkbox').first().check()
            await expect(dialog.getByText(text.alert.returnAtText)).toBeVisible()
          },
        },
      ]
      for (const { name, fill } of forms) {
        await page.getByRole('button', { name: text.product.alert }).click()
        await fill()
        await press(text.alert.again)
        await expectAccessible(page, `alert: ${name}`)
        const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
        expect(overflow, name).toBeLessThanOrEqual(0)
        await press(text.alert.create)
        await expect(dialog).toBeHidden()
      }
      await page.goto('/settings')
      const panel = page.getByRole('region', { name: settings.alerts })
      for (const words of [
        settings.alertLowEver,
        settings.alertNear,
        settings.alertRise,
        settings.alertNewShop,
        settings.alertReturnAt,
      ]) {
        // The words around the inserted value, which Arabic isolates.
        for (const around of words.split(/\{\{\w+\}\}/).map((piece) => piece.trim())) {
          await expect(panel).toContainText(around)
        }
      }
      await expectAccessible(page, 'alerts of all kinds')
      const near = panel.getByRole('row').filter({ hasText: '7%' })
      await near.getByRole('button').filter({ hasText: settings.alertEdit }).click()
      const edit = page.getByRole('dialog', { name: settings.alertEditTitle })
      await edit.getByLabel(text.alert.nearLabel).fill('9')
      await expectAccessible(page, 'an alert that is edited')
      await edit.getByRole('button', { name: settings.alertSave }).click()
      await expect(edit).toBeHidden()
      await expect(panel.getByRole('row').filter({ hasText: '9%' })).toHaveCount(1)
    })

    for (const width of [360, 1280]) {
      test(`are about a list with its filters, at ${width} px`, async ({ page, context }) => {
        await page.setViewportSize({ width, height: 780 })
        const account = await makeAccount(`alert-list-${code}-${width}-${Date.now()}@example.com`)
        const answer = await context.request.post(`${system.url}/api/auth/login`, {
          data: account,
          headers: { origin: system.url },
        })
        expect(answer.ok()).toBe(true)
        await page.goto('/gpu?maxPrice=900')
        await page.getByRole('button', { name: text.listing.alertMe, exact: true }).click()
        const dialog = page.getByRole('dialog', { name: text.alert.listingTitle })
        await dialog.getByRole('button', { name: text.alert.target, exact: true }).click()
        const create = dialog.getByRole('button', { name: text.alert.create })
        for (const [typed, problem] of [
          ['0', text.alert.invalid],
          // Something of the list costs less already.
          ['899', text.alert.tooHigh],
        ] as const) {
          await dialog.getByLabel(text.alert.targetLabel).fill(typed)
          await create.click()
          await expect(dialog.getByRole('alert')).toHaveText(problem)
        }
        await expectAccessible(page, 'alert: a list with a wrong target')
        const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
        expect(overflow).toBeLessThanOrEqual(0)
        await dialog.getByLabel(text.alert.targetLabel).fill('1.5')
        await create.click()
        await expect(dialog).toBeHidden()

        await page.goto('/settings')
        const panel = page.getByRole('region', { name: settings.alerts })
        await panel.getByRole('button').filter({ hasText: settings.alertEdit }).click()
        const edit = page.getByRole('dialog', { name: settings.alertEditTitle })
        await edit.getByLabel(settings.alertTargetLabel).fill('2.250')
        await edit.getByRole('button', { name: settings.alertSave }).click()
        await expect(edit).toBeHidden()
        await expect(panel).toContainText('2.250')
        // The list's own page opens with its filters.
        await panel.getByRole('link').first().click()
        await expect(page).toHaveURL(/category=GPU&maxPrice=900/)
      })
    }
  })
}
