import type { Page } from '@playwright/test'
import { accessibilityViolations, expect, filledPattern, languages, test, type Text } from './browser.ts'
import { makeAccount, system } from './system.ts'

// Browsers bind passkeys to a domain, which an IP address is not: without a configured address the site's is localhost.
const site = system.url.replace('127.0.0.1', 'localhost')

/** Gives the browser a security key that answers at once, as if somebody touched it. */
async function plugInSecurityKey(page: Page) {
  const session = await page.context().newCDPSession(page)
  await session.send('WebAuthn.enable')
  await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'usb',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
}

async function fillLogin(page: Page, text: Text, account: { email: string; password: string }) {
  await page.goto('/login?next=%2Fsettings')
  await page.getByLabel(text.account.email).fill(account.email)
  await page.getByLabel(text.account.password, { exact: true }).fill(account.password)
  await page.getByRole('main').getByRole('button', { name: text.account.login.submit }).click()
}

for (const { code, locale, text } of languages) {
  test.describe(`passkeys in ${code}`, () => {
    // The server's question for the second factor is a 401, which the browser reports in the console.
    test.use({ locale, baseURL: site, allowedErrors: [/status of 401/] })

    test('a user adds a passkey, signs in with it, gets new recovery codes by it, and removes it', async ({ page }) => {
      const account = await makeAccount(`passkey-${code}-${Date.now()}@example.com`)
      const words = text.account.passkeys
      await plugInSecurityKey(page)
      await fillLogin(page, text, account)
      const panel = page.getByRole('region', { name: text.account.secondFactor.title })

      await test.step('add a passkey', async () => {
        await panel.getByRole('button', { name: words.add }).click()
        await panel.getByLabel(words.name).fill('Blue key')
        await panel.getByLabel(text.account.currentPassword, { exact: true }).fill(account.password)
        expect(await accessibilityViolations(page)).toEqual([])
        await panel.getByRole('button', { name: words.create }).click()
        await expect(panel.getByRole('status')).toHaveText(text.account.secondFactor.recovery)
        await expect(panel.getByRole('listitem')).toHaveCount(10)
        await panel.getByRole('button', { name: text.account.secondFactor.saved }).click()
        await expect(panel.getByRole('listitem')).toContainText('Blue key')
        await expect(panel.getByRole('listitem')).toContainText(words.unused)
        expect(await accessibilityViolations(page)).toEqual([])
      })

      await test.step('sign in with it', async () => {
        await page.context().clearCookies()
        await fillLogin(page, text, account)
        const usePasskey = page.getByRole('button', { name: words.use })
        await expect(usePasskey).toBeVisible()
        await expect(page.getByLabel(text.account.secondFactor.recoveryCode)).toBeVisible()
        expect(await accessibilityViolations(page)).toEqual([])
        await usePasskey.click()
        await expect(page).toHaveURL(/\/settings$/)
        await expect(panel.getByRole('listitem')).not.toContainText(words.unused)
      })

      await test.step('get new recovery codes with it', async () => {
        await panel.getByRole('button', { name: text.account.secondFactor.renew }).click()
        await panel.getByLabel(text.account.currentPassword, { exact: true }).fill(account.password)
        await panel.getByRole('button', { name: words.use }).click()
        await expect(panel.getByRole('listitem')).toHaveCount(10)
        await panel.getByRole('button', { name: text.account.secondFactor.saved }).click()
      })

      await test.step('change the password with it', async () => {
        const form = page.getByRole('region', { name: text.account.settings.changePassword })
        await form.getByLabel(text.account.currentPassword, { exact: true }).fill(account.password)
        await form.getByLabel(text.account.newPassword, { exact: true }).fill('another fine pass')
        await form.getByLabel(text.account.confirmPassword, { exact: true }).fill('another fine pass')
        await expect(form.getByRole('button', { name: text.account.settings.changePassword })).toBeDisabled()
        expect(await accessibilityViolations(page)).toEqual([])
        await form.getByRole('button', { name: words.use }).click()
        await expect(form.getByRole('status')).toHaveText(text.account.settings.passwordSaved)
        account.password = 'another fine pass'
      })

      await test.step('remove it', async () => {
        await panel.getByRole('button', { name: filledPattern(words.removeOf, 'Blue key') }).click()
        await panel.getByLabel(text.account.currentPassword, { exact: true }).fill(account.password)
        await panel.getByRole('button', { name: words.use }).click()
        await expect(panel.getByText(text.account.secondFactor.off)).toBeVisible()
      })
    })
  })
}
