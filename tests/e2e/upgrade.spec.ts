import { storeBuild } from './buildSetup.ts'
import { accessibilityViolations, expect, languages, openTools, setBudget, test } from './browser.ts'

// Upgrades of a PC at home: from the builder and from the address, in both languages on a phone and on a laptop.

for (const { code, locale, text } of languages) {
  for (const width of [360, 1280]) {
    test.describe(`upgrades of a PC in ${code} at ${width} px`, () => {
      test.use({ locale, viewport: { width, height: width > 1000 ? 900 : 740 } })
      const home = code === 'ar' ? '/ar' : '/'
      const upgrade = code === 'ar' ? '/ar/upgrade' : '/upgrade'

      test('the builder leads to upgrades, and a change is applied and undone', async ({ page }) => {
        await storeBuild(page, ['CPU', 'MOTHERBOARD', 'RAM', 'STORAGE', 'CASE', 'PSU'])
        await page.goto(home)
        await openTools(page, text)
        await page.getByRole('link', { name: text.build.upgrade }).click()
        await expect(page).toHaveURL(/\/upgrade$/)
        const slider = page.getByRole('slider', { name: text.budget.sum })
        await expect(slider).toBeVisible()
        await setBudget(page, text, 900)
        const card = page.getByRole('article').first()
        // The gain of a change is said in words; the index stands behind.
        await expect(card.getByText(text.upgrade.index)).toBeHidden()
        await card.getByText(text.budget.figures).press('Enter')
        await expect(card.getByText(text.upgrade.index)).toBeVisible()
        const product = card.locator('a[href*="/product/"]').first()
        const address = String(await product.getAttribute('href'))
        await card.getByRole('button').last().click()
        await expect(page).toHaveURL(code === 'ar' ? /\/ar$/ : /\/$/)
        const inBuild = page.getByRole('main').locator(`a[href="${address}"]`)
        await expect(inBuild.first()).toBeVisible()
        await page.getByRole('button', { name: text.card.undo }).click()
        await expect(inBuild).toHaveCount(0)
      })

      test('the parts at home, the use and the shops are chosen by the keyboard', async ({ page }) => {
        const [cpu] = await storeBuild(page, ['CPU', 'MOTHERBOARD', 'RAM'])
        await page.goto(`${upgrade}?budget=300&use=gaming-1440p&own=${cpu}`)
        await expect(page.getByRole('article').first()).toBeVisible()
        const slider = page.getByRole('slider', { name: text.budget.sum })
        await slider.press(code === 'ar' ? 'ArrowLeft' : 'ArrowRight')
        await expect(slider).toHaveValue('310')
        await page.locator('summary').first().press('Enter')
        await page.getByRole('button', { name: text.upgrade.useBuild }).press('Enter')
        await expect(page).not.toHaveURL(/own=/)
        const request = page.waitForRequest(
          (sent) => sent.url().endsWith('/api/budget-upgrades') && (sent.postData() ?? '').includes('"office"'),
        )
        await page.getByRole('button', { name: text.budget.uses.office }).press('Enter')
        expect((await request).postDataJSON()).toMatchObject({ budget: 310, parts: [{}, {}, {}] })
        // Until the response arrives the previous results are dimmed, too weak in contrast.
        await expect(page.locator('[aria-busy="true"]')).toHaveCount(0)
        expect(await accessibilityViolations(page)).toEqual([])
      })

      test('without parts the page leads to the builder', async ({ page }) => {
        await page.goto(upgrade)
        await expect(page.getByRole('heading', { name: text.upgrade.empty })).toBeVisible()
        await page.getByRole('link', { name: text.upgrade.choose }).click()
        await expect(page).toHaveURL(code === 'ar' ? /\/ar$/ : /\/$/)
      })

      test('the page of builds for a budget leads to upgrades', async ({ page }) => {
        await page.goto(`${code === 'ar' ? '/ar' : ''}/build-for?budget=900&use=office`)
        await page.getByRole('link', { name: text.budget.haveLink }).click()
        await expect(page).toHaveURL(/upgrade\?use=office/)
      })
    })

    test.describe(`refused upgrades in ${code} at ${width} px`, () => {
      test.use({ locale, viewport: { width, height: width > 1000 ? 900 : 740 }, allowedErrors: [/status of 422/] })

      test('a part that is not known is told in plain words', async ({ page }) => {
        await page.goto(`${code === 'ar' ? '/ar' : ''}/upgrade?own=00000000-0000-4000-8000-000000000000`)
        await expect(page.getByText(text.upgrade.partsUnknown)).toBeVisible()
      })
    })
  }
}
