import type { APIRequestContext } from '@playwright/test'
import { administrator, expectAccessible, textPattern } from './administrators.ts'
import { expect, languages, test } from './browser.ts'

// Administrators look after accounts and reviews, on the real system.

for (const { code, locale, text } of languages) {
  const { admin } = text
  test.describe(`an administrator of accounts in ${code}`, () => {
    test.use({ locale })

    let api: APIRequestContext
    let other: APIRequestContext
    let otherEmail: string
    test.beforeAll(async () => {
      api = (await administrator(`accounts-${code}`)).api
      const second = await administrator(`other-accounts-${code}`)
      other = second.api
      otherEmail = second.email
    })
    test.afterAll(async () => {
      await Promise.all([api.dispose(), other.dispose()])
    })
    test.beforeEach(async ({ context }) => {
      await context.addCookies((await api.storageState()).cookies)
    })

    test('takes the role from a user, suspends the user, and finds that in the log by name', async ({ page }) => {
      const press = async (of: string, button: string, done: string) => {
        await page
          .getByRole('region', { name: admin.tab.users })
          .getByRole('button', { name: textPattern(of, 'Admin') })
          .click()
        const dialog = page.getByRole('dialog', { name: textPattern(of, 'Admin') })
        await dialog.getByRole('button', { name: button, exact: true }).click()
        await expect(page.getByText(textPattern(done, 'Admin'))).toBeVisible()
      }
      await page.goto(`/admin?tab=users&q=${encodeURIComponent(otherEmail)}`)
      await press(admin.users.revokeOf, admin.users.revoke, admin.users.revoked)
      await press(admin.users.suspendOf, admin.users.suspend, admin.users.suspended)
      await expect(page.getByText(admin.users.isSuspended, { exact: true })).toBeVisible()
      await expectAccessible(page, 'suspended user')
      expect((await other.get('/api/user/settings')).status()).toBe(401)
      await page.goto(`/admin?tab=audit&admin=PEOPLE&q=${encodeURIComponent(otherEmail)}`)
      const log = page.getByRole('region', { name: admin.tab.audit })
      await expect(log.getByText(admin.audit.actionName.SUSPEND_USER, { exact: true })).toBeVisible()
      await expect(log.getByText(admin.audit.actionName.REVOKE_ADMIN, { exact: true })).toBeVisible()
    })

    test('deletes a review with a reason', async ({ page }) => {
      const { products } = (await (await api.get('/api/products/list?category=GPU&limit=1')).json()) as {
        products: { id: string; name: string }[]
      }
      const [card] = products
      if (!card) throw new Error('no card to review')
      const comment = `An advertisement, ${code}`
      const reviewed = await api.post(`/api/products/${card.id}/reviews`, { data: { rating: 1, comment } })
      expect(reviewed.ok()).toBe(true)
      await page.goto('/admin?tab=reviews')
      const row = page.getByRole('region', { name: admin.tab.reviews }).getByRole('row').filter({ hasText: comment })
      await row.getByRole('button').click()
      const dialog = page.getByRole('dialog', { name: admin.reviews.deleteTitle })
      await dialog.getByLabel(admin.reviews.reason).fill('spam')
      await expectAccessible(page, 'delete review')
      await dialog.getByRole('button', { name: admin.reviews.delete, exact: true }).click()
      await expect(page.getByText(admin.reviews.deleted)).toBeVisible()
      await expect(row).toHaveCount(0)
    })
  })
}
