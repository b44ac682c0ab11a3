import { storeParts, type Listed } from './buildSetup.ts'
import { accessibilityViolations, expect, languages, test } from './browser.ts'
import { ask } from './system.ts'

// "Make it fit": a build that clashes is mended by the fewest swaps, in both languages on a phone and on a laptop.

/** Returns a product in stock of a category with a socket. */
async function withSocket(category: string, socket: string): Promise<Listed['products'][number]> {
  const query = `category=${category}&inStock=true&limit=1&spec.socket=${socket}`
  const { products } = await ask<Listed>(`/api/products/list?${query}`)
  const [first] = products
  if (!first) throw new Error(`no ${category} with ${socket} in the demo`)
  return first
}

for (const { code, locale, text } of languages) {
  for (const width of [360, 1280]) {
    test.describe(`make it fit in ${code} at ${width} px`, () => {
      test.use({ locale, viewport: { width, height: width > 1000 ? 900 : 740 } })
      const home = code === 'ar' ? '/ar' : '/'

      test('a board of another socket is swapped, and the swap undone', async ({ page }) => {
        const [cpu, board] = await Promise.all([withSocket('CPU', 'AM5'), withSocket('MOTHERBOARD', 'LGA1700')])
        await storeParts(page, [
          { slot: 'CPU', product: cpu },
          { slot: 'MOTHERBOARD', product: board },
        ])
        const sent = page.waitForResponse((response) => response.url().endsWith('/api/build-repairs'))
        await page.goto(home)
        await page.getByRole('button', { name: text.checks.makeItFit }).click()
        const answer = (await (await sent).json()) as { repairs: { swaps: { from: string; to: string }[] }[] }
        expect(answer.repairs[0]?.swaps).toHaveLength(1)
        const apply = page.getByRole('button', { name: text.repair.apply })
        await expect(apply.first()).toBeVisible()
        await expect(page.getByText(text.repair.note)).toBeVisible()
        // A target that the header half covers would be too small.
        await page.evaluate(() => window.scrollTo(0, 0))
        expect(await accessibilityViolations(page)).toEqual([])
        // Nothing sticks out.
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
        await apply.first().press('Enter')
        const swapped = String(answer.repairs[0]?.swaps[0]?.from)
        const inBuild = page.getByRole('main').locator(`a[href*="/product/${swapped}"]`)
        await expect(inBuild).toHaveCount(0)
        await expect(page.getByRole('button', { name: text.checks.makeItFit })).toHaveCount(0)
        await page.getByRole('button', { name: text.card.undo }).click()
        await expect(inBuild.first()).toBeVisible()
        await expect(page.getByRole('button', { name: text.checks.makeItFit })).toBeVisible()
      })

      test('other ways are shown on demand', async ({ page }) => {
        const [cpu, board] = await Promise.all([withSocket('CPU', 'AM5'), withSocket('MOTHERBOARD', 'LGA1700')])
        await storeParts(page, [
          { slot: 'CPU', product: cpu },
          { slot: 'MOTHERBOARD', product: board },
        ])
        await page.goto(home)
        await page.getByRole('button', { name: text.checks.makeItFit }).click()
        const others = page.getByRole('button', { name: text.repair.others.replace(/ \(.*/, '') })
        await others.click()
        await expect(others).toHaveCount(0)
        await expect(page.getByRole('button', { name: text.repair.apply })).not.toHaveCount(1)
      })
    })
  }
}
