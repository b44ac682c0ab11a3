import { expect, languages, searchField, setBudget, test } from './browser.ts'

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
        const best = page.getByRole('article').first()
        await expect(best).toBeVisible()
        const totalOf = async () => Number((await best.locator('bdi').first().textContent())?.replace(/[^\d.]/g, ''))
        expect(await totalOf()).toBeLessThanOrEqual(700)
        await setBudget(page, text, 1500)
        expect(await totalOf()).toBeGreaterThan(700)
        expect(await totalOf()).toBeLessThanOrEqual(1500)
        await page.getByRole('button', { name: text.budget.uses.rendering }).click()
        await expect(page).toHaveURL(/use=rendering/)
        await expect(best).toBeVisible()
      })

      test('a build shows alternatives for a part and opens in the builder', async ({ page }) => {
        await page.goto(`${page_}?budget=900&use=gaming-1440p`)
        const best = page.getByRole('article').first()
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

      test('a search for a PC of a small sum leads to a build or to the cheapest one', async ({ page }) => {
        const words = code === 'ar' ? 'تجميعة قيمنق ب 300' : 'gaming pc build 300 kd'
        await page.goto(`${code === 'ar' ? '/ar' : ''}/search?q=${encodeURIComponent(words)}`)
        await page.getByRole('link', { name: text.search.buildOpen }).click()
        await expect(page).toHaveURL(/build-for\?budget=300/)
        const best = page.getByRole('article').first()
        await expect(best.or(page.getByRole('heading', { name: text.budget.tooLittle }))).toBeVisible()
      })

      test('the slider moves by the keyboard, in the reading direction', async ({ page }) => {
        await page.goto(`${page_}?budget=700&use=gaming-1080p`)
        const slider = page.getByRole('slider', { name: text.budget.sum })
        await slider.focus()
        await slider.press(code === 'ar' ? 'ArrowLeft' : 'ArrowRight')
        await expect(slider).toHaveValue('710')
        await expect(page).toHaveURL(/budget=710/)
        await slider.press('End')
        await expect(slider).toHaveValue('2500')
        await expect(page).toHaveURL(/budget=2500/)
      })

      test('the card of the home page names a build and leads to all of them', async ({ page }) => {
        await page.goto(code === 'ar' ? '/ar' : '/')
        const card = page.getByRole('region', { name: text.budget.heading })
        await card.getByRole('slider', { name: text.budget.sum }).fill('900')
        await expect(card.locator('[aria-live="polite"]')).not.toBeEmpty()
        await card.getByRole('link', { name: text.budget.see }).click()
        await expect(page).toHaveURL(/build-for\?budget=900/)
        await expect(page.getByRole('article').first()).toBeVisible()
      })

      test('without a session the alert on a budget leads to the login and back', async ({ page }) => {
        await page.goto(`${page_}?budget=900&use=gaming-1440p`)
        await page.getByRole('link', { name: text.budget.watch.cheaper }).click()
        await expect(page).toHaveURL(/\/login\?next=.*build-for/)
      })
    })

    test.describe(`wishes for a budget in ${code} at ${width} px`, () => {
      // Single shops may not sell what is wished for: then the page says so.
      test.use({ locale, viewport: { width, height: width > 1000 ? 900 : 740 }, allowedErrors: [/status of 422/] })
      const page_ = code === 'ar' ? '/ar/build-for' : '/build-for'

      test('wishes are chosen in the form, kept in the address and sent', async ({ page }) => {
        await page.goto(`${page_}?budget=900&use=gaming-1440p&wish=memory-32&wish=storage-1000`)
        const best = page.getByRole('article').first()
        await expect(best).toBeVisible()
        const keep = best.locator('button[aria-pressed]').first()
        await keep.click()
        await expect(keep).toHaveAttribute('aria-pressed', 'true')
        await expect(page).toHaveURL(/keep=/)
        const shops = page.getByRole('group', { name: text.budget.wishes.retailersOnly })
        const request = page.waitForRequest(
          (sent) => sent.url().endsWith('/api/budget-builds') && (sent.postData() ?? '').includes('"retailers":["'),
        )
        await shops.getByRole('checkbox').first().check()
        await request
        await expect(page).toHaveURL(/shop=/)
        // A shared link shows the same wishes.
        await page.reload()
        await expect(shops.getByRole('checkbox').first()).toBeChecked()
        const choice = (label: string) => page.locator('label:has(select)').filter({ hasText: label }).locator('select')
        await expect(choice(text.budget.wishes.memory)).toHaveValue('32')
        await expect(choice(text.budget.wishes.storage)).toHaveValue('1000')
        const beyond = await page.evaluate(
          () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
        )
        expect(beyond).toBe(0)
      })

      test('a wish that rules everything out is named in the language of the page', async ({ page }) => {
        const answer = { error: 'No case in stock is white.', errorAr: 'ما في كيس متوفر باللون الأبيض.' }
        await page.route('**/api/budget-builds', (route) =>
          route.fulfill({
            status: 422,
            json: { ...answer, code: 'WISHES_CONTRADICT', fields: { 'wishes.color': '' } },
          }),
        )
        await page.goto(`${page_}?wish=color-white`)
        await expect(page.getByText(code === 'ar' ? answer.errorAr : answer.error)).toBeVisible()
      })
    })
  }
}
