import { cards, expect, languages, openTools, test } from './browser.ts'

// An accidental press loses nothing, and a build can be shared without an account.
for (const { code, locale, text } of languages) {
  test.describe(`mistakes in ${code}`, () => {
    test.use({ locale, viewport: { width: 360, height: 780 }, permissions: ['clipboard-read', 'clipboard-write'] })

    test('a double click adds once, a removal can be undone, and a link carries the parts', async ({ page }) => {
      await page.goto('/storage')
      await cards(page).first().getByRole('button', { name: text.card.add }).dblclick()
      await expect(page).toHaveURL(/\/$/)
      const row = page.locator('#row-storage')
      const name = await row.locator('td:nth-child(2) a[href^="/product/"]').innerText()

      await page.waitForTimeout(600) // longer than a double click
      await row.getByRole('button', { name: text.category.STORAGE.remove }).click()
      await expect(row.getByRole('link', { name: text.category.STORAGE.choose })).toBeVisible()
      await page.getByRole('status').getByRole('button', { name: text.card.undo }).click()
      await expect(row).toContainText(name)

      const share = page.getByRole('button', { name: text.build.share, exact: true })
      await expect(share, 'on phones the parts come first').toBeHidden()
      await openTools(page, text)
      await share.click()
      const field = page.getByRole('dialog').getByLabel(text.builds.link)
      const long = await field.inputValue()
      await expect(field, 'once the bot check has passed').toHaveValue(/\/b\/[2-9b-df-hjkmnp-tv-z]{7}$/, {
        timeout: 60_000,
      })
      const short = await field.inputValue()
      for (const link of [long, short]) {
        await page.goto(link)
        await expect(page.getByRole('table')).toContainText(name)
      }
    })
  })
}
