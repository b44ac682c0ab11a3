import type { Page } from '@playwright/test'
import { expect, languages, test } from './browser.ts'
import { storeBuild } from './buildSetup.ts'
import { makeAccount } from './system.ts'

// Two tabs of one browser: who is signed in, and what each of them does to the build of the other.

const nameField = (page: Page, label: string) => page.getByLabel(label, { exact: true })

for (const { code, locale, text } of languages) {
  test.describe(`two tabs in ${code}`, () => {
    test.use({ locale, allowedErrors: [/status of 409/] })

    test('signing out in one tab closes the private page of the other', async ({ page, context }) => {
      const account = await makeAccount(`tabs-${code}-${Date.now()}@example.com`)
      await page.request.post('/api/auth/login', { data: account })
      await page.goto('/settings')
      await expect(nameField(page, text.account.username)).toBeVisible()
      const other = await context.newPage()
      await other.goto('/gpu')
      await other.getByRole('button', { name: new RegExp(`^${text.account.menu}`) }).click()
      await other.getByRole('button', { name: text.account.logout }).click()
      await expect(page).toHaveURL(/\/login\?next=/)
      await expect(nameField(page, text.account.username)).toHaveCount(0)
    })

    test('a form that was left open changes nothing of another account', async ({ page }) => {
      const stamp = Date.now()
      const first = await makeAccount(`first-${code}-${stamp}@example.com`)
      const second = await makeAccount(`second-${code}-${stamp}@example.com`)
      await page.request.post('/api/auth/login', { data: first })
      await page.goto('/settings')
      // A late response would tell the page of the second account too early.
      await page.waitForLoadState('networkidle')
      await nameField(page, text.account.username).fill('Not the second')
      // As another tab does, which this one has not heard of.
      await page.request.post('/api/auth/login', { data: second })
      const { username } = (await (await page.request.get('/api/user/settings')).json()) as { username: string }
      await page.getByRole('button', { name: text.account.settings.updateUsername }).click()
      await expect(page.getByRole('status').filter({ hasText: text.account.otherUser })).toBeVisible()
      await expect(nameField(page, text.account.username)).toHaveValue(username)
      const settings = (await (await page.request.get('/api/user/settings')).json()) as { username: string }
      expect(settings.username).toBe(username)
    })

    test('Undo in one tab keeps the newer choice of the other', async ({ page, context }) => {
      await storeBuild(page, ['CPU', 'CASE'])
      await page.goto('/')
      // Loaded before: Undo is offered for some seconds only.
      const other = await context.newPage()
      await other.goto('/cpu?sort=price_desc')
      const card = other.getByRole('main').getByRole('article').first()
      const name = await card.getByRole('heading').innerText()
      await page.bringToFront()
      await page.getByRole('button', { name: text.category.CPU.remove }).click()
      const undo = page.getByRole('status').getByRole('button', { name: text.card.undo })
      await expect(undo).toBeVisible()
      await card.getByRole('button', { name: text.card.add }).click()
      await expect(other).toHaveURL(/\/$/)
      await expect(page.locator('#row-cpu')).toContainText(name)
      await undo.click()
      await expect(page.getByRole('status').filter({ hasText: text.card.notUndone })).toBeVisible()
      await expect(page.locator('#row-cpu')).toContainText(name)
    })
  })
}
