import { expect, languages, searchField, test } from './browser.ts'

// Builds for a budget: by the slider, by a search, with swaps, in both languages on a phone and on a laptop.

/** Searches that ask for a whole PC, with the sum that they name. */
const searches = { en: ['pc build 500 kd', 500], ar: ['تجميعة قيمنق ب 600', 600] } as const

for (const { code, locale, text } of languages) {
  for (const width of [360, 1280]) {
    test.describe(`builds for a budget in ${code} at ${width} px`, () => {
      test.use({ locale, viewport: { width, height: width > 1000 ? 900 : 740 } })
      const page_ = code === 'ar' ? '/ar/build-for' : '/build-for'

      test('results and address follow the slider and the use', async ({ page }) => {
        await page.goto(`${page_}?budget=700&use=gaming-1080p`)
        const best = page.getByRole('article', { name: text.budget.kinds.best.name })
        await expect(best).toBeVisible()
        const totalOf = async () => Number((await best.locator('bdi').first().textContent())?.replace(/[^\d.]/g, ''))
        expect(await totalOf()).toBeLessThanOrEqual(700)
        const slider = page.getByRole('slider', { name: text.budget.sum })
        const response = page.waitForResponse((answer) => answer.url().endsWith('/api/budget-builds') && answer.ok())
        await slider.fill('1500')
        await response
        await expect.poll(totalOf).toBeGreaterThan(700)
        expect(await totalOf()).toBeLessThanOrEqual(1500)
        await expect(page).toHaveURL(/budget=1500/)
        await page.getByRole('button', { name: text.budget.uses.rendering }).click()
        await expect(page).toHaveURL(/use=rendering/)
        await expect(best).toBeVisible()
      })

      test('a build shows alternatives for a part and opens in the builder', async ({ page }) => {
        await page.goto(`${page_}?budget=900&use=gaming-1440p`)
        const best = page.getByRole('article', { name: text.budget.kinds.best.name })
        const swap = best.locator('button[aria-expanded]').first()
        await swap.click()
        await expect(swap).toHaveAttribute('aria-expanded', 'true')
        await expect(best.getByText(/[+−]\d+\.\d{3}/).first()).toBeVisible()
        await best.locator('button').last().click()
        await expect(page).toHaveURL(code === 'ar' ? /\/ar$/ : /\/$/)
        await expect(page.getByRole('main').locator('a[href*="/product/"]').first()).toBeVisible()
      })

      test('a search for a whole PC opens builds for a budget', async ({ page }) => {
        const [words, sum] = searches[code]
        await page.goto(code === 'ar' ? '/ar/search?q=ryzen' : '/search?q=ryzen')
        await searchField(page, text).fill(words)
        await searchField(page, text).press('Enter')
        await page.getByRole('link', { name: text.search.buildOpen }).click()
        await expect(page).toHaveURL(new RegExp(`build-for\\?budget=${sum}`))
        await expect(page.getByRole('slider', { name: text.budget.sum })).toHaveValue(String(sum))
      })
    })
  }
}
