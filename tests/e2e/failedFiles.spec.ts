import { expect, languages, test } from './browser.ts'
import { findMostOffered, storeBuild } from './buildSetup.ts'

// Files of the page's code that do not arrive: a bad network, or a release while a tab is open.
for (const { code, locale, text } of languages) {
  test.describe(`files that fail in ${code}`, () => {
    test.use({ locale, allowedErrors: [/Failed to load resource|LoadError|could not be loaded/] })

    test('a drawing that does not load leaves the page', async ({ page }) => {
      await storeBuild(page, ['CPU'])
      await page.route('**/assets/DrawnPart-*', (route) => route.fulfill({ status: 503 }))
      await page.goto('/')
      await page.getByRole('button', { name: text.category.CPU.remove }).click()
      await expect(page.getByRole('link', { name: text.category.CPU.choose, exact: true })).toBeVisible()
      // Longer than all attempts to load the drawing.
      await page.waitForTimeout(4000)
      await expect(page.getByRole('link', { name: text.category.CPU.choose, exact: true })).toBeVisible()
      await expect(page.getByText(text.error.title)).toHaveCount(0)
    })

    test('a panel that does not load says so, and loads at a press', async ({ page }) => {
      const { id } = await findMostOffered('GPU')
      await page.route('**/assets/ReviewsPanel-*', (route) => route.fulfill({ status: 503 }))
      await page.goto(`/product/${id}`)
      const note = page.getByRole('alert').filter({ hasText: text.error.piece })
      await expect(note).toBeVisible()
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await page.unroute('**/assets/ReviewsPanel-*')
      await note.getByRole('button', { name: text.error.retry }).click()
      await expect(page.getByRole('heading', { name: text.reviews.title })).toBeVisible()
      await expect(note).toHaveCount(0)
    })

    test('a page of an older release reloads once by itself, then offers it', async ({ page }) => {
      const { id } = await findMostOffered('GPU')
      let loaded = 0
      page.on('load', () => (loaded += 1))
      // Responses of the server of a new release: another page, and none of the old files.
      await page.route('**/', async (route) => {
        const answer = await route.fetch()
        const body = (await answer.text()).replace(/\/assets\/index-[^"]+/, '/assets/index-newer.js')
        await route.fulfill({ response: answer, body })
      })
      await page.route('**/assets/ReviewsPanel-*', (route) => route.fulfill({ status: 404 }))
      await page.goto(`/product/${id}`)
      await expect.poll(() => loaded).toBe(2)
      const note = page.getByRole('alert').filter({ hasText: text.error.outdated })
      await expect(note).toBeVisible()
      await page.waitForTimeout(3000)
      expect(loaded).toBe(2)
      await note.getByRole('button', { name: text.error.reload }).click()
      await expect.poll(() => loaded).toBe(3)
      // The page asks for the release again, and may still do when the test ends.
      await page.unrouteAll({ behavior: 'ignoreErrors' })
    })
  })
}
