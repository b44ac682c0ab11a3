import type { Page } from '@playwright/test'
import { accessibilityViolations, expect, filledPattern, languages, test, type Text } from './browser.ts'
import { makeAccount, system } from './system.ts'

// Browsers bind passkeys to a domain, which an IP address is not: without a configured address the site's is localhost.
const site = system.url.replace('127.0.0.1', 'localhost')

/**
 * Gives the browser a security key with a PIN that was entered. Somebody touches it at once while it is `touched`: also for a
 * passkey that the browser suggests in a field.
 */
async function plugInSecurityKey(page: Page) {
  const session = await page.context().newCDPSession(page)
  await session.send('WebAuthn.enable')
  const { authenticatorId } = await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'usb',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  return {
    touch: (enabled: boolean) => session.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled }),
  }
}

/** Adds a passkey in the settings, which are open. */
async function addPasskey(page: Page, text: Text, account: { password: string }) {
  const panel = page.getByRole('region', { name: text.account.secondFactor.title })
  await panel.getByRole('button', { name: text.account.passkeys.add }).click()
  await panel.getByLabel(text.account.passkeys.name).fill('Blue key')
  await panel.getByLabel(text.account.currentPassword, { exact: true }).fill(account.password)
  await panel.getByRole('button', { name: text.account.passkeys.create }).click()
  await panel.getByRole('button', { name: text.account.secondFactor.saved }).click()
  await expect(panel.getByRole('listitem')).toContainText('Blue key')
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
      const key = await plugInSecurityKey(page)
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
        await key.touch(false)
        await fillLogin(page, text, account)
        const usePasskey = page.getByRole('button', { name: words.use })
        await expect(usePasskey).toBeVisible()
        await expect(page.getByLabel(text.account.secondFactor.recoveryCode)).toBeVisible()
        expect(await accessibilityViolations(page)).toEqual([])
        await key.touch(true)
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

    test('a passkey alone signs in: nothing is typed, and no second factor is asked for', async ({ page }) => {
      const account = await makeAccount(`alone-${code}-${Date.now()}@example.com`)
      const key = await plugInSecurityKey(page)
      await fillLogin(page, text, account)
      await addPasskey(page, text, account)
      await page.context().clearCookies()
      await key.touch(false)
      await page.goto('/login?next=%2Fsettings')
      const button = page.getByRole('main').getByRole('button', { name: text.account.login.passkey })
      await expect(button).toBeEnabled()
      expect(await accessibilityViolations(page)).toEqual([])
      await expect(page.getByLabel(text.account.email)).toHaveValue('')
      await key.touch(true)
      await button.click()
      await expect(page).toHaveURL(/\/settings$/)
      await expect(page.getByRole('region', { name: text.account.settings.devices })).toContainText(
        text.account.settings.thisDevice,
      )
    })

    test('a passkey that the browser suggests signs in without a press', async ({ page }) => {
      const account = await makeAccount(`suggested-${code}-${Date.now()}@example.com`)
      await plugInSecurityKey(page)
      await fillLogin(page, text, account)
      await addPasskey(page, text, account)
      await page.context().clearCookies()
      await page.goto('/login?next=%2Fsettings')
      // oxlint-disable-next-line typescript/no-unnecessary-condition -- browsers without suggestions lack the function
      const suggests = await page.evaluate(() => PublicKeyCredential.isConditionalMediationAvailable?.() ?? false)
      test.skip(!suggests, 'this browser suggests no passkeys')
      await expect(page).toHaveURL(/\/settings$/)
    })

    test('the page at 127.0.0.1 leads to localhost, where passkeys work', async ({ page }) => {
      const account = await makeAccount(`loopback-${code}-${Date.now()}@example.com`)
      await page.request.post(`${system.url}/api/auth/login`, { data: account })
      await page.goto(`${system.url}/settings`)
      const panel = page.getByRole('region', { name: text.account.secondFactor.title })
      await expect(panel.getByRole('link', { name: /localhost/ })).toHaveAttribute('href', `${site}/settings`)
    })
  })
}
