import { cards, expect, filledPattern, languages, searchField, test } from './browser.ts'
import { ask } from './system.ts'

type Found = { products: { id: string; name: string; retailerCount: number }[]; total: number }

const findMostOffered = async (): Promise<Found['products'][number]> => {
  const { products } = await ask<Found>('/api/products/list?category=GPU&limit=48')
  const [first] = products.toSorted((a, b) => b.retailerCount - a.retailerCount)
  if (!first) throw new Error('no video cards in the demo')
  return first
}

for (const { code, locale, dir, text } of languages) {
  test.describe(`a shopper in ${code}`, () => {
    test.use({ locale })

    test('searches, picks a suggestion and sees every price and the history', async ({ page }) => {
      await page.goto('/')
      await expect(page.locator('html')).toHaveAttribute('dir', dir)
      await searchField(page, text).pressSequentially('rtx 5070', { delay: 20 })
      const suggestion = page
        .getByRole('option')
        .filter({ hasText: '5070' })
        .filter({ hasText: /\d\.\d{3}/ })
        .first()
      await suggestion.click()

      await expect(page).toHaveURL(/\/product\//)
      await expect(page.getByRole('heading', { level: 1 })).toContainText('5070')
      const id = page.url().split('/product/')[1]
      const { retailers } = await ask<{ retailers: { price: number }[] }>(`/api/products?id=${id}`)
      expect(retailers.length).toBeGreaterThan(0)
      const rows = page.getByRole('table').first().locator('tbody tr')
      await expect(rows).toHaveCount(retailers.length)
      await expect(rows.first()).toContainText(/\d\.\d{3}/)
      await expect(page.getByRole('region', { name: text.product.specs }).getByRole('row').first()).toBeVisible()

      await expect(page.getByRole('heading', { name: text.history.title })).toBeVisible()
      await expect(page.locator('.recharts-line path').first()).toBeVisible()
    })

    test('pages through a category and returns with the back button', async ({ page }) => {
      await page.goto('/motherboard')
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(text.category.MOTHERBOARD.many)
      const first = await cards(page).first().getByRole('link').first().getAttribute('href')
      const pages = page.getByRole('navigation', { name: text.listing.pages })
      await pages.getByRole('link', { name: filledPattern(text.listing.page, '2') }).click()
      await expect(page).toHaveURL(/page=2/)
      await expect(cards(page).first().getByRole('link').first()).not.toHaveAttribute('href', first ?? '')
      const second = await cards(page).first().getByRole('link').first().getAttribute('href')

      await cards(page).first().getByRole('link').first().click()
      await expect(page).toHaveURL(/\/product\//)
      await page.goBack()
      await expect(page).toHaveURL(/page=2/)
      await expect(cards(page).first().getByRole('link').first()).toHaveAttribute('href', second ?? '')
      await page.goBack()
      await expect(cards(page).first().getByRole('link').first()).toHaveAttribute('href', first ?? '')
    })

    test.describe('on a slow line', () => {
      test.use({ allowedErrors: [/ERR_FAILED/] })

      test('sees the content of a page before the app loads', async ({ page }) => {
        await page.route('**/assets/*.js', (route) => route.abort())
        const heading = page.getByRole('heading', { level: 1 })
        await page.goto('/')
        await expect(heading).toHaveText(text.build.heading)
        await expect(page.getByText(text.build.lead)).toBeVisible()

        await page.goto('/gpu')
        await expect(heading).toHaveText(text.category.GPU.many)
        // The server has written the whole page.
        const products = page.locator('.server-card').getByRole('link')
        await expect(products).toHaveCount(20)
        const name = await products.first().innerText()
        await page.goto((await products.first().getAttribute('href')) ?? '')
        await expect(heading).toHaveText(name)

        await page.unroute('**/assets/*.js')
        await page.reload()
        await expect(page.getByRole('banner')).toBeVisible()
        await expect(heading).toHaveText(name)
        await expect(page.locator('.server-top')).toHaveCount(0)
      })

      test('keeps the keyboard focus when the app loads', async ({ page }) => {
        let come = () => {}
        const wait = new Promise<void>((resolve) => (come = resolve))
        await page.route('**/assets/*.js', (route) => wait.then(() => route.continue()))
        await page.goto('/gpu', { waitUntil: 'commit' })
        const second = page.getByRole('main').getByRole('link').nth(1)
        const [href, name] = [await second.getAttribute('href'), await second.innerText()]
        await second.focus()
        come()
        await expect(page.getByRole('banner')).toBeVisible()
        const focused = page.locator(':focus')
        await expect(focused).toHaveAttribute('href', href ?? '')
        await expect(focused).toContainText(name)
      })
    })

    test.describe('with an invalid address', () => {
      // The browser itself reports every 404 answer.
      test.use({ allowedErrors: [/status of 404/] })

      test('sees that a page does not exist', async ({ page }) => {
        const answer = await page.goto('/no/such/page')
        expect(answer?.status()).toBe(404)
        await expect(page.getByRole('heading', { level: 1 })).toHaveText(text.error.notFoundTitle)
      })

      test('sees that a product does not exist', async ({ page }) => {
        const answer = await page.goto('/product/00000000-0000-4000-8000-000000000000')
        expect(answer?.status()).toBe(404)
        await expect(page.getByRole('heading', { level: 1 })).toHaveText(text.product.notFound)
      })
    })

    test('sees every page fit its width at 360 px', async ({ page }) => {
      await page.setViewportSize({ width: 360, height: 760 })
      const { id } = await findMostOffered()
      for (const path of ['/', '/products', '/gpu', '/search?q=ryzen', `/product/${id}`]) {
        await page.goto(path)
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
        await page.waitForLoadState('networkidle')
        const beyond = await page.evaluate(
          () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
        )
        expect(beyond, `${path} is wider than the screen`).toBeLessThanOrEqual(0)
      }
    })
  })
}

test.describe('the two languages', () => {
  test.use({ locale: 'en-GB' })

  test('can be switched and are remembered', async ({ page }) => {
    const [en, ar] = languages
    await page.goto('/products')
    await page.getByRole('banner').getByRole('button', { name: en.text.nav.language }).click()
    await page.getByRole('button', { name: 'العربية' }).click()
    await expect(page.locator('html')).toHaveAttribute('lang', 'ar')
    await expect(page.locator('html')).toHaveAttribute('dir', 'rtl')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(ar.text.listing.all)
    await page.reload()
    await expect(page.locator('html')).toHaveAttribute('dir', 'rtl')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(ar.text.listing.all)
  })
})

test.describe('Arabic words', () => {
  test.use({ locale: 'ar-KW' })

  test('find parts with or without hamza and diacritics', async ({ page }) => {
    const text = languages[1].text
    for (const words of ['كرت شاشة 5070', 'كَرت شاشه 5070']) {
      await page.goto('/')
      await searchField(page, text).fill(words)
      await searchField(page, text).press('Enter')
      await expect(page).toHaveURL(/\/search/)
      await expect(cards(page).first()).toContainText('5070')
    }
  })
})
