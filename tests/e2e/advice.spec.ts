import { expect, languages, setBudget, test } from './browser.ts'

// What a shopper can trust of builds for a budget: the sum that is typed, money that brings nothing, and what was checked.

for (const { code, locale, text } of languages) {
  test.describe(`advice in ${code}`, () => {
    test.use({ locale, viewport: { width: 1280, height: 900 } })
    const page_ = code === 'ar' ? '/ar/build-for' : '/build-for'
    // The number is isolated in Arabic sentences.
    const capped = new RegExp(text.budget.capped.replace('{{sum}}', '\\W?2500\\W?').replaceAll('.', '\\.'))

    test('the budget is typed to the dinar, and Back stays on the page', async ({ page }) => {
      await page.goto(`${page_}?budget=700&use=gaming-1080p`)
      await expect(page.getByRole('article').first()).toBeVisible()
      const field = page.getByRole('textbox', { name: text.budget.typed })
      await field.fill('887')
      await field.press('Enter')
      await expect(page).toHaveURL(/budget=887\b/)
      await field.fill('99999999')
      await field.press('Enter')
      await expect(page).toHaveURL(/budget=2500\b/)
      await expect(field).toHaveValue('2500')
      await expect(page.getByText(capped)).toBeVisible()
      await page.goBack()
      await expect(page).toHaveURL(/build-for\?.*budget=887\b/)
      await expect(field).toHaveValue('887')
    })

    test('money that brings nothing is left over and said', async ({ page }) => {
      await page.goto(`${page_}?budget=700&use=office`)
      await setBudget(page, text, 2500)
      const { nothingBetter, nothingBetterChecked } = text.budget.unspent
      await expect(page.getByText(nothingBetter).or(page.getByText(nothingBetterChecked))).toBeVisible()
    })

    test('the page says once whether the best build was checked', async ({ page }) => {
      await page.goto(`${page_}?budget=900&use=gaming-1440p`)
      await expect(page.getByRole('article').first()).toBeVisible()
      const unchecked = text.budget.unchecked.replace(/\{\{rules\}\}.*$/, '')
      const all = page.getByText(text.budget.allChecked).or(page.getByText(unchecked))
      await expect(all.first()).toBeVisible()
      const best = page.getByRole('article').first()
      await expect(best.getByText(unchecked)).toHaveCount(0)
    })
  })
}
