import { AxeBuilder } from '@axe-core/playwright'
import { expect, languages, test } from './browser.ts'
import { addFirst, inNewContext, shareUnderName } from './sharing.ts'
import { makeAccount } from './system.ts'

// A friend without an account proposes another part on a shared build's page; its owner takes it.
for (const { code, locale, text } of languages) {
  for (const width of [360, 1280]) {
    test.describe(`a suggestion in ${code} at ${width} px`, () => {
      test.use({ locale, viewport: { width: 1280, height: 780 }, allowedErrors: [/status of 404/] })

      test('is sent by a friend and taken by the owner', async ({ page, browser }) => {
        test.slow()
        const { email, password } = await makeAccount(`swap-${code}-${width}-${Date.now()}@example.com`)
        await addFirst(page, text, '/psu')
        await page.getByRole('link', { name: text.build.save }).click()
        await page.getByLabel(text.account.email).fill(email)
        await page.getByLabel(text.account.password, { exact: true }).fill(password)
        await page.getByRole('main').getByRole('button', { name: text.account.login.submit }).click()
        await expect(page.getByRole('button', { name: text.build.save, exact: true })).toBeEnabled()
        const link = await shareUnderName(page, text, 'Swap')
        await page.keyboard.press('Escape')

        let chosen = ''
        await inNewContext(browser, locale, link, async (friend) => {
          await friend.setViewportSize({ width, height: 780 })
          await friend.getByRole('button', { name: text.swap.suggest }).first().click()
          const dialog = friend.getByRole('dialog')
          const choice = dialog.locator('label:has(input[type="radio"])').first()
          chosen = await choice.locator('bdi').first().innerText()
          await choice.click()
          const send = dialog.getByRole('button', { name: text.swap.send })
          await expect(send, 'once the bot check has passed').toBeEnabled({ timeout: 60_000 })
          const { violations } = await new AxeBuilder({ page: friend }).include('dialog').analyze()
          expect(violations.map(({ id }) => id)).toEqual([])
          expect(await friend.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
          await send.click()
          await expect(friend.getByText(text.swap.sent)).toBeVisible()
        })

        await page.setViewportSize({ width, height: 780 })
        await page.goto('/my-builds')
        // The sentence that counts the suggestions leads to the build's page.
        await page.getByRole('main').locator('li > a[href*="/build/"]').click()
        const take = page.getByRole('main').locator('section li').getByText(text.swap.take, { exact: true })
        await expect(take).toBeVisible()
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
        await take.click()
        await expect(page.getByText(text.swap.taken)).toBeVisible()
        await expect(page.getByRole('table')).toContainText(chosen)
      })
    })
  }
}
