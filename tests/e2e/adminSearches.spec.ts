import type { APIRequestContext } from '@playwright/test'
import { administrator, expectAccessible, textPattern } from './administrators.ts'
import { expect, languages, test } from './browser.ts'
import { ask } from './system.ts'

// Administrators on the real system: what people search, and rules about searches.

type Found = { products: { name: string }[] }

const search = (words: string) => ask<Found>(`/api/search?q=${encodeURIComponent(words)}&facets=false`)

for (const { code, locale, text } of languages) {
  const { admin } = text
  const { rules } = admin.searches
  test.describe(`an administrator of searches in ${code}`, () => {
    test.use({ locale })

    let api: APIRequestContext
    test.beforeAll(async () => {
      api = (await administrator(`searches-${code}`)).api
    })
    test.afterAll(() => api.dispose())
    test.beforeEach(async ({ context }) => {
      await context.addCookies((await api.storageState()).cookies)
    })

    test('teaches the search a word, and takes it back', async ({ page }) => {
      test.slow()
      // Each language teaches a word of its own: the demo system is shared.
      const words = code === 'en' ? 'zorbixa' : 'زوربكسي'
      const countFound = async () => (await search(words)).products.filter(({ name }) => name.includes('Ryzen')).length
      expect(await countFound()).toBe(0)
      await page.goto('/admin?tab=searches&view=rules')
      const form = page.getByRole('form', { name: rules.newRule })
      await form.getByLabel(rules.words, { exact: true }).fill(words)
      await form.getByLabel(rules.other, { exact: true }).fill('ryzen')
      await form.getByLabel(rules.twoWay).uncheck()
      await form.getByRole('button', { name: rules.preview }).click()
      await expect(form.getByRole('region', { name: rules.differences })).toContainText(words)
      await expectAccessible(page, 'search rules')
      await form.getByRole('button', { name: rules.save }).click()
      await expect(page.getByText(textPattern(rules.saved, words))).toBeVisible()
      await expect.poll(countFound).toBeGreaterThan(0)

      await page.goto(`/search?q=${encodeURIComponent(words)}`)
      await expect(page.getByRole('main').getByRole('link', { name: 'Ryzen' }).first()).toBeVisible()

      await page.goto('/admin?tab=searches&view=rules')
      await page.getByRole('button', { name: textPattern(rules.deleteOf, words) }).click()
      await expect(page.getByText(textPattern(rules.deleted, words))).toBeVisible()
      await expect.poll(countFound).toBe(0)
      await expect(page.getByRole('button', { name: textPattern(rules.restoreOf, words) })).toBeVisible()
    })

    test('sees what people search', async ({ page }) => {
      await page.goto('/admin?tab=searches')
      await expect(page.getByText(admin.searches.note)).toBeVisible()
      await expect(page.getByRole('combobox', { name: admin.searches.list })).toBeVisible()
      await expectAccessible(page, 'searches')
    })
  })
}
