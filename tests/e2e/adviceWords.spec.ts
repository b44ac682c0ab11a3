import { storeBuild } from './buildSetup.ts'
import { accessibilityViolations, expect, languages, test } from './browser.ts'

// The words of advice: builds named by what is true of them, performance in bands, and the tools in the menu.

type Answer = { builds: { kind: string; total: number; index: number }[] }

for (const { code, locale, text } of languages) {
  for (const width of [360, 1280]) {
    test.describe(`words of advice in ${code} at ${width} px`, () => {
      test.use({ locale, viewport: { width, height: width > 1000 ? 900 : 740 } })
      const prefix = code === 'ar' ? '/ar' : ''

      test('builds are named by what is true of them, and performance stands in words', async ({ page }) => {
        const sent = page.waitForResponse((response) => response.url().endsWith('/api/budget-builds'))
        await page.goto(`${prefix}/build-for?budget=900&use=gaming-1440p`)
        const { builds } = (await (await sent).json()) as Answer
        const cards = page.getByRole('article')
        await expect(cards).toHaveCount(builds.length)
        const value = ({ index, total }: Answer['builds'][number]) => index / total
        const cheaper = builds.findIndex(({ kind }) => kind === 'goodEnough')
        const found = builds[cheaper]
        if (found) {
          const isBest = builds.every((other) => value(other) <= value(found))
          const name = text.budget.kinds[isBest ? 'bestValue' : 'goodEnough'].name
          await expect(cards.nth(cheaper).getByRole('heading', { name })).toBeVisible()
        }
        // The dearest build is never the best value.
        await expect(cards.first().getByRole('heading', { name: text.budget.kinds.bestValue.name })).toHaveCount(0)
        await expect(cards.first().getByText(/^1440p: /)).toBeVisible()
        const figure = cards.first().getByText(text.budget.index, { exact: true })
        await expect(figure).toBeHidden()
        await cards.first().getByText(text.budget.figures).press('Enter')
        await expect(figure).toBeVisible()
        expect(await accessibilityViolations(page)).toEqual([])
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
      })

      test('the menu leads to builds for a budget and to upgrades, apart from the peripherals', async ({ page }) => {
        await page.goto(`${prefix}/compare`)
        const button = width > 1000 ? text.nav.browse : text.nav.menu
        await page.getByRole('button', { name: button, exact: true }).click()
        const menu = page.getByRole('navigation', { name: text.nav.browse })
        await expect(menu.getByRole('heading', { name: text.nav.tools })).toBeVisible()
        await expect(menu.getByRole('link', { name: text.nav.upgrade })).toBeVisible()
        await menu.getByRole('link', { name: text.nav.buildFor }).click()
        await expect(page).toHaveURL(/\/build-for$/)
      })

      test('the sum that upgrades begin with buys something, or the page names one that does', async ({ page }) => {
        await storeBuild(page, ['CPU', 'MOTHERBOARD', 'RAM', 'STORAGE', 'CASE', 'PSU'])
        const sent = page.waitForResponse((response) => response.url().endsWith('/api/budget-upgrades'))
        await page.goto(`${prefix}/upgrade`)
        const { upgrades, enough } = (await (await sent).json()) as { upgrades: unknown[]; enough: number | null }
        if (upgrades.length > 0) {
          await expect(page.getByRole('article').first()).toBeVisible()
        } else if (enough !== null && enough <= 1000) {
          const next = page.getByRole('button', { name: new RegExp(String(Math.ceil(enough))) })
          await next.click()
          await expect(page.getByRole('article').first()).toBeVisible()
        } else {
          await expect(page.getByText(text.upgrade.none)).toBeVisible()
        }
      })

      test('an oversized supply is a warning of the supply, and of no other card', async ({ page }) => {
        const calls = page.waitForResponse((response) => response.url().endsWith('/api/compatibility/candidates'))
        await storeBuild(page, ['CPU', 'MOTHERBOARD', 'PSU'])
        await page.goto(`${prefix}/gpu`)
        const { candidates } = (await (await calls).json()) as { candidates: { code: string }[] }
        expect(candidates.filter((candidate) => candidate.code === 'PSU_OVERSIZED')).toEqual([])
      })
    })
  }
}
