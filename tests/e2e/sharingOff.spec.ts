import { expect, languages, test } from './browser.ts'
import { addFirst, shareUnderName } from './sharing.ts'
import { makeAccount } from './system.ts'

// A build that was shared before its owner turned sharing off: its link opens for nobody, and Share says so.
for (const { code, locale, text } of languages) {
  test.describe(`sharing turned off in ${code}`, () => {
    test.use({ locale, viewport: { width: 1280, height: 900 } })

    test('sharing a public build again says that its link does not work', async ({ page }) => {
      const account = await makeAccount(`sharing-off-${code}-${Date.now()}@example.com`)
      await page.goto('/')
      expect((await page.request.post('/api/auth/login', { data: account })).ok()).toBe(true)
      await addFirst(page, text, '/psu')
      await shareUnderName(page, text, `Shared ${code}`)
      await page.keyboard.press('Escape')
      const off = await page.request.put('/api/user/settings', { data: { allowBuildSharing: false } })
      expect(off.ok()).toBe(true)
      await page.getByRole('button', { name: text.build.share, exact: true }).click()
      const dialog = page.getByRole('dialog')
      await dialog.getByRole('button', { name: text.build.share, exact: true }).click()
      await expect(dialog.getByRole('alert')).toHaveText(text.builds.sharingOff)
      await expect(dialog.getByText(text.builds.linkOpen)).toHaveCount(0)
      await expect(page.getByText(text.builds.shareable)).toHaveCount(0)
    })
  })
}
