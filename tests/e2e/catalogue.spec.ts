import type { Page } from '@playwright/test'
import { cards, expect, languages, searchField, test, type Text } from './browser.ts'
import { ask, makeAccount } from './system.ts'

// The catalogue as shoppers use it: find, filter, compare, read, review.

type Found = { products: { id: string; name: string; retailerCount: number }[]; total: number }

/** Returns the id of the video card that most retailers sell: it has a price history. */
async function findMostOfferedCard(): Promise<string> {
  const { products } = await ask<Found>('/api/products/list?category=GPU&inStock=true&limit=48')
  const [first] = products.toSorted((a, b) => b.retailerCount - a.retailerCount)
  if (!first) throw new Error('no video cards in the demo')
  return first.id
}

const filters = (page: Page, text: Text) => page.getByRole('complementary', { name: text.filters.title })
/** Returns the ids of the products on the page, in order. */
const shown = (page: Page) =>
  cards(page)
    .getByRole('heading', { level: 3 })
    .getByRole('link')
    .evaluateAll((links) => links.map((link) => link.getAttribute('href')?.split('/').at(-1)))

for (const { code, locale, text } of languages) {
  test.describe(`the catalogue in ${code}`, () => {
    test.use({ locale, viewport: { width: 1280, height: 900 } })

    test('the URL holds category, filters and comparison', async ({ page }) => {
      await page.goto('/gpu')
      await expect(cards(page)).toHaveCount(20)
      const all = await shown(page)
      await filters(page, text).getByRole('checkbox', { name: /^MSI/ }).check()
      await expect(page).toHaveURL(/manufacturer=MSI/)
      const { products } = await ask<Found>('/api/products/list?category=GPU&manufacturer=MSI&inStock=true')
      const narrowed = products.map(({ id }) => id)
      expect(narrowed).not.toEqual(all)
      await expect.poll(() => shown(page)).toEqual(narrowed)

      await cards(page).nth(0).getByRole('checkbox').check()
      await cards(page).nth(1).getByRole('checkbox').check()
      await page.getByRole('region', { name: text.compare.tray }).getByRole('link').last().click()
      await expect(page).toHaveURL(/\/compare\?ids=/)
      const heads = page
        .getByRole('main')
        .getByRole('columnheader')
        .filter({ has: page.getByRole('link') })
      await expect(heads).toHaveCount(2)
      await expect(heads.first().getByRole('link')).toHaveAttribute('href', `/product/${narrowed[0]}`)
      await expect(page.getByRole('rowheader', { name: text.spec.length, exact: true })).toBeVisible()
      const url = page.url()
      await page.reload()
      await expect(heads).toHaveCount(2)
      expect(page.url()).toBe(url)

      await page.goBack()
      await expect(page).toHaveURL(/\/gpu\?manufacturer=MSI/)
      await expect.poll(() => shown(page)).toEqual(narrowed)
      await page.reload()
      await expect.poll(() => shown(page)).toEqual(narrowed)
      await page.goBack()
      await expect.poll(() => shown(page)).toEqual(all)
    })

    test('a filter without results says so and can be cleared', async ({ page }) => {
      await page.goto('/gpu?manufacturer=Nobody')
      await expect(page.getByRole('heading', { name: text.listing.emptyTitle })).toBeVisible()
      await page
        .getByRole('region', { name: text.listing.products })
        .getByRole('button', { name: text.filters.clearAll })
        .last()
        .click()
      await expect(page).toHaveURL(/\/gpu$/)
      await expect(cards(page)).toHaveCount(20)
    })

    test('invalid links: a page past the end, invalid values, an unknown category', async ({ page }) => {
      await page.goto('/gpu?page=400')
      await expect(page.getByRole('heading', { name: text.listing.pastEndTitle })).toBeVisible()
      await page.getByRole('button', { name: text.listing.firstPage }).click()
      await expect(cards(page)).toHaveCount(20)
      await page.goto('/gpu?minPrice=cheap&maxPrice=-4&sort=best&spec.flavour=sweet&tier=gold&page=x&minRating=99')
      await expect(cards(page)).toHaveCount(20)
      await page.goto('/gpu?minPrice=400&maxPrice=100')
      await expect(cards(page).first()).toBeVisible()
      const answer = await page.goto('/search')
      expect(answer?.status()).toBe(200)
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(text.search.prompt)
    })

    test.describe('with an api that fails', () => {
      test.use({ allowedErrors: [/Failed to load resource/] })

      test('an unknown category shows an error', async ({ page }) => {
        await page.goto('/toaster')
        await expect(page.getByRole('heading', { level: 1 })).toHaveText(text.listing.invalidCategory)
      })

      test('retries three times, a second apart, then shows an error and a retry button', async ({ page }) => {
        const requestTimes: number[] = []
        let down = true
        await page.route('**/api/products/list*', (route) => {
          requestTimes.push(Date.now())
          return down ? route.abort('connectionrefused') : route.continue()
        })
        // Only the browser knows the build, so the server cannot send this listing along with the page.
        await page.goto('/gpu?fit=false')
        await expect(page.getByRole('alert')).toContainText(text.listing.error, { timeout: 60_000 })
        expect(requestTimes).toHaveLength(4)
        for (const [before, after] of requestTimes
          .slice(1)
          .map((at, index) => [requestTimes[index] ?? 0, at] as const)) {
          expect(after - before).toBeGreaterThanOrEqual(950)
          expect(after - before).toBeLessThan(2_500)
        }
        down = false
        await page.getByRole('alert').getByRole('button', { name: text.error.retry }).click()
        await expect(cards(page)).toHaveCount(20)
      })

      test('a slow response shows a skeleton first', async ({ page }) => {
        // The request waits until the skeleton has been seen, however slow the machine is.
        let answer = () => {}
        const skeletonSeen = new Promise<void>((seen) => (answer = seen))
        await page.route('**/api/products/list*', async (route) => {
          await skeletonSeen
          await route.continue()
        })
        await page.goto('/gpu?fit=false')
        await expect(page.getByText(text.listing.loading)).toBeAttached()
        answer()
        await expect(cards(page)).toHaveCount(20)
      })

      test('a product that cannot be loaded shows an error', async ({ page }) => {
        await page.goto('/cpu')
        await expect(cards(page).first()).toBeVisible()
        await page.route('**/api/products?id=*', (route) =>
          route.fulfill({ status: 503, json: { error: 'down', code: 'DOWN' } }),
        )
        await cards(page).first().getByRole('link').first().click()
        await expect(page.getByRole('alert')).toContainText(text.product.failed, { timeout: 60_000 })
      })
    })

    test('a product without data, or with a very long or foreign name, keeps the layout', async ({ page }) => {
      const long = 'RTX'.repeat(100)
      await page.setViewportSize({ width: 360, height: 760 })
      await page.route('**/api/products/list*', async (route) => {
        const answer = await route.fetch()
        const body = (await answer.json()) as { products: Record<string, unknown>[] }
        Object.assign(body.products[0] ?? {}, {
          name: long,
          nameAr: null,
          picture: null,
          specs: {},
          trend: [],
          price: null,
          retailer: null,
          retailerSlug: null,
          retailerCount: 0,
          inStock: false,
          listPrice: null,
          dropPercent: null,
        })
        Object.assign(body.products[1] ?? {}, { name: 'كرت شاشة من غير اسم إنجليزي 5070', nameAr: null })
        await route.fulfill({ response: answer, json: body })
      })
      await page.goto('/gpu?fit=false')
      await expect(cards(page).first()).toContainText(long)
      await expect(cards(page).first()).toContainText(text.card.notSold)
      await expect(cards(page).nth(1)).toContainText('كرت شاشة')
      const beyond = await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      )
      expect(beyond).toBeLessThanOrEqual(0)
      // A name that starts in Arabic runs from right to left over its whole line.
      expect(
        await cards(page)
          .nth(1)
          .getByRole('link')
          .first()
          .locator('bdi')
          .evaluate((name) => getComputedStyle(name).direction),
      ).toBe('rtl')
    })

    test('the page embeds its first response and does not request it again', async ({ page }) => {
      const calls: string[] = []
      page.on('request', (request) => {
        const { pathname } = new URL(request.url())
        if (pathname.startsWith('/api/')) calls.push(pathname)
      })
      const id = await findMostOfferedCard()
      for (const path of ['/gpu', '/products?manufacturer=MSI&page=2', '/search?q=rtx%205070', `/product/${id}`]) {
        calls.length = 0
        await page.goto(path)
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
        await page.waitForLoadState('networkidle')
        expect(
          calls.filter((call) => ['/api/search', '/api/products', '/api/retailers'].includes(call)),
          path,
        ).toEqual([])
        if (!path.startsWith('/product/')) expect(calls, path).not.toContain('/api/products/list')
      }
    })

    test('a review is written, changed and deleted by keyboard', async ({ page, request }) => {
      const account = await makeAccount(`reviewer-${code}-${Date.now()}@example.com`)
      const comment = `هادئ جدًا <b>quiet</b> ${Date.now()}`
      const answer = await request.post('/api/auth/login', { data: account })
      expect(answer.status()).toBe(200)
      await page.context().addCookies((await request.storageState()).cookies)
      await page.goto(`/product/${await findMostOfferedCard()}`)
      const reviews = page.getByRole('region', { name: text.reviews.title })
      const submit = reviews.getByRole('button', { name: text.reviews.submit })
      await expect(submit).toBeDisabled()
      await reviews.getByRole('radio').first().focus()
      await page.keyboard.press('Space')
      for (let step = 0; step < 3; step += 1) await page.keyboard.press('ArrowDown')
      await expect(reviews.getByRole('radio').nth(3)).toBeChecked()
      await page.keyboard.press('Tab')
      await page.keyboard.type(comment)
      await page.keyboard.press('Tab')
      await expect(submit).toBeFocused()
      await page.keyboard.press('Enter')
      await expect(reviews.getByText(text.reviews.done)).toBeVisible()
      const ownReview = reviews.getByRole('article').filter({ hasText: comment })
      await expect(ownReview).toBeVisible()

      await reviews.getByRole('button', { name: text.reviews.edit }).press('Enter')
      await reviews.getByRole('radio').nth(1).check()
      await reviews.getByRole('button', { name: text.reviews.replace }).press('Enter')
      await expect(reviews.getByRole('article').first().getByText(text.reviews.edited)).toBeVisible()

      await ownReview.getByRole('button').press('Enter')
      const question = page.getByRole('dialog', { name: text.reviews.confirmTitle })
      await expect(question).toBeVisible()
      await page.keyboard.press('Escape')
      await expect(question).toBeHidden()
      await ownReview.getByRole('button').press('Enter')
      await question.getByRole('button', { name: text.reviews.delete, exact: true }).press('Enter')
      await expect(ownReview).toHaveCount(0)
      await expect(reviews.getByRole('heading', { name: text.reviews.write })).toBeVisible()
    })

    test('price alert and reviews lead a signed-out visitor to the login', async ({ page }) => {
      const id = await findMostOfferedCard()
      for (const [name, where] of [
        [text.product.alert, 'main'],
        [text.reviews.login, 'region'],
      ] as const) {
        await page.goto(`/product/${id}`)
        const place = where === 'main' ? page.getByRole('main') : page.getByRole('region', { name: text.reviews.title })
        await place.getByRole('link', { name, exact: true }).click()
        await expect(page).toHaveURL(/\/login/)
      }
    })
  })
}

test.describe('in Arabic', () => {
  test.use({ locale: 'ar-KW' })

  test('search, product page, price chart and its table', async ({ page }) => {
    const { text } = languages[1]
    await page.goto('/')
    await searchField(page, text).fill('كرت شاشة 5070')
    await searchField(page, text).press('Enter')
    await expect(page).toHaveURL(/\/search\?q=/)
    await expect(cards(page).first()).toContainText('5070')
    await cards(page).first().getByRole('link').first().click()
    await expect(page.getByRole('heading', { level: 1 })).toContainText('5070')
    const history = page.getByRole('region', { name: text.history.title })
    await expect(history.locator('.recharts-line path').first()).toBeVisible()
    // Time runs with the reading direction: the axis of prices stands at the right.
    const axis = await history.locator('.recharts-yAxis-tick-labels text, .recharts-yAxis text').first().boundingBox()
    const plot = await history.locator('.recharts-surface').first().boundingBox()
    expect(axis?.x).toBeGreaterThan((plot?.x ?? 0) + (plot?.width ?? 0) / 2)
    await history.getByRole('button', { name: text.history.r1y }).click()
    await expect(history.getByRole('button', { name: text.history.r1y })).toHaveAttribute('aria-pressed', 'true')
    await history.getByRole('button', { name: text.history.asTable }).press('Enter')
    await expect(history.getByRole('table')).toContainText(/\d\.\d{3}/)
    await page.reload()
    await expect(page.getByRole('heading', { level: 1 })).toContainText('5070')
    await page.goBack()
    await expect(page).toHaveURL(/\/search\?q=/)
    await expect(cards(page).first()).toContainText('5070')
  })
})

for (const { code, locale, text } of languages) {
  test.describe(`the table in ${code} at 1280 by 800`, () => {
    test.use({ locale, viewport: { width: 1280, height: 800 } })

    test.beforeEach(async ({ page }) => {
      await page.addInitScript(() =>
        localStorage.setItem('tajmeea.preferences', JSON.stringify({ state: { view: 'list' }, version: 1 })),
      )
      await page.goto('/case')
      await page.getByRole('main').locator('tbody tr').first().getByRole('button').click()
      await expect(page).toHaveURL(/:\d+\/$/)
    })

    test('shows 14 rows beside an open build without cut headings or numbers', async ({ page }) => {
      for (const path of ['/gpu', '/cpu', '/memory']) {
        await page.goto(path)
        const table = page.getByRole('main').getByRole('table')
        await expect(table.locator('tbody tr').first()).toBeVisible()
        await page.waitForLoadState('networkidle')
        const seen = await page.evaluate(() => {
          const bar = document.querySelector('[data-build-bar]')?.getBoundingClientRect().top ?? innerHeight
          const rows = [...document.querySelectorAll('main tbody tr')].map((row) => row.getBoundingClientRect())
          const cut = [...document.querySelectorAll<HTMLElement>('main thead th, main tbody tr:nth-child(-n + 14) td')]
            .flatMap((cell) => [cell, ...cell.querySelectorAll<HTMLElement>('button, span')])
            .filter(
              (one) =>
                one.scrollWidth > one.clientWidth + 1 &&
                one.clientWidth > 1 &&
                getComputedStyle(one).overflowX !== 'visible',
            )
          return {
            rows: rows.filter(({ bottom }) => bottom <= bar + 1).length,
            lowest: Math.min(...rows.map(({ height }) => height)),
            cut: cut.map((one) => one.textContent),
          }
        })
        expect(seen.rows, path).toBeGreaterThanOrEqual(14)
        expect(seen.lowest, path).toBeGreaterThanOrEqual(40)
        expect(seen.cut, path).toEqual([])
      }
    })

    test('sorts by every sortable heading', async ({ page }) => {
      test.setTimeout(240_000)
      for (const path of ['/cpu', '/gpu', '/case-fan']) {
        await page.goto(path)
        const heads = page.getByRole('main').locator('thead').getByRole('button')
        await expect(heads.first()).toBeVisible()
        await page.waitForLoadState('networkidle')
        for (let at = 0; at < (await heads.count()); at += 1) {
          await heads.nth(at).click()
          await expect(page.getByRole('main').locator('th[aria-sort]'), `${path}, head ${at}`).toHaveCount(1)
          await expect(page.getByRole('main').locator('th[aria-sort]').getByRole('button')).toHaveText(
            await heads.nth(at).innerText(),
          )
          await expect(page.getByText(text.listing.error)).toHaveCount(0)
          await expect(page.getByRole('main').locator('tbody tr').first()).toBeVisible()
        }
      }
    })
  })
}

test.describe('by keyboard alone', () => {
  test.use({ locale: 'en-GB', viewport: { width: 1280, height: 900 } })

  test('searches for a part and adds it to the build', async ({ page }) => {
    const { text } = languages[0]
    await page.goto('/')
    await expect(searchField(page, text)).toBeVisible()
    await page.keyboard.press('Tab')
    await expect(page.getByRole('link', { name: text.nav.skip })).toBeFocused()
    // Four Tab stops: the mark, two links, then the search field.
    for (let step = 0; step < 4; step += 1) await page.keyboard.press('Tab')
    await expect(searchField(page, text)).toBeFocused()
    await page.keyboard.type('ryzen 7')
    await expect(page.getByRole('option').first()).toBeVisible()
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/\/search\?q=ryzen/)
    await expect(page.getByRole('heading', { level: 1 })).toContainText('ryzen 7')
    await expect(cards(page).first()).toBeVisible()
    // On to the first product's name, and in.
    await cards(page).first().getByRole('link').first().focus()
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/\/product\//)
    await expect(page.getByRole('main')).toBeFocused()
    // Until the product's page has loaded, the search with its buttons stays.
    await expect(page.getByRole('link', { name: text.product.alert })).toBeVisible()
    await page.getByRole('button', { name: text.card.add }).first().focus()
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/\/$/)
    // A letter opens its category; the palette opens any page.
    await page.keyboard.press('g')
    await expect(page).toHaveURL(/\/gpu$/)
    await expect(cards(page).first()).toBeVisible()
    await page.keyboard.press('/')
    await expect(page.getByRole('dialog').getByRole('combobox')).toBeFocused()
    await page.keyboard.type('compare')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/\/compare$/)
  })
})
