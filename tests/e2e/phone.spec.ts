import type { Locator, Page } from '@playwright/test'
import { storeBuild } from './buildSetup.ts'
import { cards, expect, languages, searchField, test, type Text } from './browser.ts'
import { layoutShift, recordShifts, unchangedFor } from './layoutShift.ts'
import { ask } from './system.ts'

// Positions and sizes in px on phones, laptops and large screens: the rows of a listing, what stays in view, no sideways
// scrolling, letters of twice the size, and a first paint in the app's layout.

/** Height of a product's row on a phone, and the number of rows that a screen of 360 × 780 shows. */
const [rowHeight, rowsOnScreen] = [84, 7]
/** Pictures that a listing loads before anybody scrolls. */
const firstPictures = 9
/** Limit of the layout shift while the app takes over from the server's content. */
const maxShift = 0.02

async function firstProduct(): Promise<string> {
  const { products } = await ask<{ products: { id: string }[] }>('/api/products/list?category=GPU&limit=1')
  return `/product/${products[0]?.id}`
}

/** Returns the place of an element, which the app may just be putting in that of the server's. */
async function box(element: Locator) {
  const found = { x: 0, y: 0, width: 0, height: 0 }
  await expect(async () => {
    Object.assign(found, (await element.boundingBox({ timeout: 1_000 })) ?? {})
    expect(found.width, `${String(element)} has no box`).toBeGreaterThan(0)
  }).toPass()
  return { ...found, end: found.x + found.width, bottom: found.y + found.height }
}

/** By how many px the page is wider than the window. */
const beyond = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)

/** Returns by how much the page stays too wide: a busy machine may still be laying it out when it is first measured. */
async function lastingBeyond(page: Page, measurements = 6): Promise<number> {
  const over = await beyond(page)
  if (over <= 0 || measurements === 1) return over
  await page.waitForTimeout(500)
  return lastingBeyond(page, measurements - 1)
}

async function open(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible()
  await page.waitForLoadState('networkidle')
}

/**
 * Returns the heights at which the server's content shows the header, the field, the heading, and the products or, on
 * the home page, the shops and the ready builds.
 */
async function firstPositions(
  page: Page,
  products: string,
  { templates, visit }: Text,
): Promise<Record<string, number>> {
  const at = async (element: Locator) => ((await element.count()) > 0 ? Math.round((await box(element.first())).y) : -1)
  const banner = page.getByRole('banner')
  return {
    header: Math.round((await box(banner)).height),
    logo: Math.round((await box(banner.getByRole('link').first())).x),
    field: Math.round((await box(banner.locator('input[type="search"]'))).x),
    fieldWidth: Math.round((await box(banner.locator('input[type="search"]'))).width),
    heading: await at(page.getByRole('heading', { level: 1 })),
    products: await at(page.locator(products)),
    shops: await at(page.getByRole('main').locator('dt', { hasText: visit.facts.shops })),
    ready: await at(page.getByRole('heading', { level: 2, name: templates.title })),
    readyBuild: await at(page.getByRole('heading', { level: 3, name: templates['gaming-mid'].name })),
  }
}

for (const { code, locale, text } of languages) {
  const addressOf = (path: string) => (code === 'ar' ? `/ar${path === '/' ? '' : path}` : path)

  test.describe(`a phone in ${code}`, () => {
    test.use({ locale, viewport: { width: 360, height: 780 } })

    test('shows seven products of a listing on a screen, each in a row of its own', async ({ page }) => {
      // Those of the first listing have fallen in price, which is said in a line above the price.
      for (const listing of ['/gpu?sort=drop', '/gpu']) {
        await open(page, addressOf(listing))
        await expect(cards(page)).toHaveCount(20)
        const boxes = await Promise.all((await cards(page).all()).map((row) => box(row.locator('xpath=..'))))
        for (const row of boxes) {
          expect(Math.abs(row.height - rowHeight)).toBeLessThanOrEqual(1)
          expect(row.x).toBeGreaterThanOrEqual(0)
          expect(row.end).toBeLessThanOrEqual(360)
        }
        // The seventh is whole on the first screen.
        expect(boxes[rowsOnScreen - 1]?.bottom).toBeLessThanOrEqual(780)
      }
      const first = cards(page).first()
      expect((await box(first.locator('img, svg').first())).width).toBeLessThanOrEqual(56)
      const [name, price] = [
        await box(first.getByRole('link').first()),
        // A verdict's words name a price too.
        await box(
          first
            .locator('[class*="money"]')
            .getByText(/\d\.\d{3}/)
            .first(),
        ),
      ]
      // The price is at the end of the row: on the right in English, on the left in Arabic.
      if (code === 'ar') expect(price.end).toBeLessThanOrEqual(name.x + 1)
      else expect(price.x).toBeGreaterThanOrEqual(name.end - 1)
      await expect(first.getByRole('button', { name: text.card.add })).toBeVisible()
      await expect(first.getByRole('checkbox')).toBeVisible()
    })

    test('keeps filters, order and delivery in view, and searches the listing in the header', async ({ page }) => {
      await open(page, addressOf('/gpu'))
      const filters = page.getByRole('main').getByRole('button', { name: text.filters.title }).first()
      // The cards that follow the first ones may still be on their way.
      await expect(async () => {
        await page.evaluate(() => window.scrollTo(0, 900))
        const [header, { y }] = [await box(page.getByRole('banner')), await box(filters)]
        expect(y).toBeGreaterThanOrEqual(header.bottom - 1)
        expect(y).toBeLessThanOrEqual(header.bottom + 12)
      }).toPass({ timeout: 30_000 })
      const line = await box(filters)
      for (const other of [page.getByRole('main').locator('select').first(), page.getByRole('switch').first()]) {
        const { y, height } = await box(other)
        expect(Math.abs(y + height / 2 - (line.y + line.height / 2))).toBeLessThanOrEqual(4)
      }
      // Seven rows fit below the line.
      expect(780 - line.bottom).toBeGreaterThanOrEqual(rowsOnScreen * rowHeight)
      const asked = page.waitForResponse((answer) => /\/api\/products\/list\?.*q=5070/.test(answer.url()))
      await searchField(page, text).fill('5070')
      await searchField(page, text).press('Enter')
      await asked
      await expect(page).toHaveURL(/\/gpu\?q=5070$/)
      await expect(cards(page).first()).toContainText('5070')
    })

    test('loads few pictures before anybody scrolls, and the others on the way down', async ({ page }) => {
      const loaded = new Set<string>()
      page.on('response', (answer) => {
        const hash = /\/pictures\/(\w+)-/.exec(answer.url())?.[1]
        if (hash) loaded.add(hash)
      })
      await open(page, addressOf('/gpu'))
      await unchangedForAWhile(page)
      expect(loaded.size).toBeLessThanOrEqual(firstPictures)
      const before = loaded.size
      await cards(page).last().scrollIntoViewIfNeeded()
      await expect.poll(() => loaded.size).toBeGreaterThanOrEqual(before)
      for (const image of await page.getByRole('main').locator('article img').all()) {
        await image.scrollIntoViewIfNeeded()
        await expect(image).toHaveAttribute('src', /\/pictures\//)
      }
    })

    test('answers a tap on + at once', async ({ page }) => {
      await open(page, addressOf('/gpu'))
      await cards(page).first().getByRole('button', { name: text.card.add }).click()
      await expect(page).toHaveURL(new RegExp(`${addressOf('/').replace(/\/$/, '')}/?$`))
    })
  })

  test.describe(`every width in ${code}`, () => {
    test.use({ locale })

    test('has no sideways scrolling on home, listing and product, also with letters of twice the size', async ({
      page,
    }) => {
      test.setTimeout(240_000)
      const faults: string[] = []
      for (const path of ['/', '/gpu', await firstProduct()]) {
        for (const width of [320, 360, 1280, 1920]) {
          // oxlint-disable-next-line no-await-in-loop -- one page, one width after the other
          await page.setViewportSize({ width, height: 780 })
          // oxlint-disable-next-line no-await-in-loop
          await open(page, addressOf(path))
          // oxlint-disable-next-line no-await-in-loop
          const over = await lastingBeyond(page)
          if (over > 0) faults.push(`${path} is ${over} px too wide at ${width}`)
          if (width < 1280) continue
          // oxlint-disable-next-line no-await-in-loop
          await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'))
          // oxlint-disable-next-line no-await-in-loop
          const large = await lastingBeyond(page)
          if (large > 0) faults.push(`${path} is ${large} px too wide at ${width} with letters of twice the size`)
        }
      }
      expect(faults).toEqual([])
    })

    test('has the logo in one place on a large screen', async ({ page }) => {
      await page.setViewportSize({ width: 1920, height: 900 })
      const places = new Set<number>()
      for (const path of ['/', '/gpu', await firstProduct(), '/data-sources']) {
        // oxlint-disable-next-line no-await-in-loop -- one page after the other
        await open(page, addressOf(path))
        // oxlint-disable-next-line no-await-in-loop
        places.add(Math.round((await box(page.getByRole('banner').getByRole('link').first())).x))
      }
      expect([...places]).toHaveLength(1)
    })

    for (const width of [360, 1280]) {
      test(`a first visit at ${width} px sees figures, shops and a real build without scrolling`, async ({ page }) => {
        await page.setViewportSize({ width, height: 780 })
        await open(page, addressOf('/'))
        const { retailers } = await ask<{ retailers: { name: string; nameAr: string; crawledAt: string | null }[] }>(
          '/api/retailers',
        )
        const main = page.getByRole('main')
        const shops = main.getByRole('list', { name: text.visit.facts.shops, exact: true })
        for (const { name, nameAr } of retailers) {
          // oxlint-disable-next-line no-await-in-loop -- one name after the other
          await expect(shops).toContainText((code === 'ar' && nameAr) || name)
        }
        const { parts, shops: shopCount, checked } = text.visit.facts
        const isChecked = retailers.some(({ crawledAt }) => crawledAt !== null)
        for (const fact of [parts, shopCount, ...(isChecked ? [checked] : [])]) {
          const value = main.locator('dl > div', { has: page.getByText(fact, { exact: true }) }).locator('dd')
          // oxlint-disable-next-line no-await-in-loop -- one fact after the other
          await expect(value).not.toBeEmpty()
        }
        const example = page.getByRole('region', { name: text.visit.example.title })
        await expect(example).toContainText(/\d\.\d{3}/)
        expect(await example.getByRole('listitem').locator('img, svg').count()).toBeGreaterThanOrEqual(5)
        for (const shown of [main.locator('dl').first(), shops, example]) {
          // oxlint-disable-next-line no-await-in-loop
          expect((await box(shown)).bottom).toBeLessThanOrEqual(780)
        }
        // Further down, each empty slot says what it is for, inside the page.
        const about = main.getByText(text.category.MOTHERBOARD.about)
        await expect(about).toBeVisible()
        expect((await box(about)).x).toBeGreaterThanOrEqual(0)
        expect((await box(about)).end).toBeLessThanOrEqual(width)
      })

      test(`the first paint at ${width} px is in the app's layout`, async ({ page }) => {
        test.setTimeout(240_000)
        await page.setViewportSize({ width, height: 780 })
        await recordShifts(page)
        for (const path of ['/', '/gpu', await firstProduct()]) {
          // oxlint-disable-next-line no-await-in-loop -- one page after the other
          await compareFirstPaint(page, addressOf(path), text)
        }
      })
    }
  })

  test.describe(`without scripts in ${code}`, () => {
    test.use({ locale, javaScriptEnabled: false, viewport: { width: 360, height: 780 } })

    test('the search and the categories work, and the login page says what it needs', async ({ page }) => {
      await page.goto(addressOf('/'))
      await page.getByRole('banner').getByRole('searchbox').fill('5070')
      await page.getByRole('banner').getByRole('searchbox').press('Enter')
      await expect(page).toHaveURL(new RegExp(`${addressOf('/search')}\\?q=5070$`))
      await expect(page.getByRole('heading', { level: 1 })).toContainText('5070')
      await expect(page.getByRole('main').getByRole('link').first()).toContainText('5070')
      await page.getByRole('contentinfo').getByRole('link', { name: text.category.CASE.many }).click()
      await expect(page).toHaveURL(new RegExp(`${addressOf('/case')}$`))
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(text.category.CASE.many)
      expect(await beyond(page)).toBeLessThanOrEqual(0)
      await page.goto(addressOf('/login'))
      await expect(page.getByRole('heading', { level: 1 })).toContainText(/JavaScript|جافاسكربت/)
    })

    test('the footer leads to the pages about the site, which are whole', async ({ page }) => {
      for (const [path, name] of [
        ['/about', text.footer.about],
        ['/how-prices-are-read', text.footer.howPricesAreRead],
        ['/privacy', text.footer.privacy],
        ['/terms', text.footer.terms],
        ['/contact', text.footer.contact],
      ] as const) {
        // oxlint-disable-next-line no-await-in-loop -- one page after the other
        await page.goto(addressOf('/gpu'))
        // oxlint-disable-next-line no-await-in-loop
        await page.getByRole('contentinfo').getByRole('link', { name, exact: true }).click()
        // oxlint-disable-next-line no-await-in-loop
        await expect(page).toHaveURL(new RegExp(`${addressOf(path)}$`))
        // oxlint-disable-next-line no-await-in-loop
        await expect(page.getByRole('main').getByRole('heading', { level: 2 }).nth(2)).toBeVisible()
        // oxlint-disable-next-line no-await-in-loop
        expect(await beyond(page), path).toBeLessThanOrEqual(0)
      }
    })
  })
}

/** Loads a page first without its scripts, then with them: what both show stands in the same places. */
async function compareFirstPaint(page: Page, path: string, text: Text): Promise<void> {
  let come = () => {}
  const wait = new Promise<void>((resolve) => (come = resolve))
  await page.route('**/assets/*.js', (route) => wait.then(() => route.continue()))
  await page.goto(path, { waitUntil: 'commit' })
  await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible()
  await fontsLoaded(page)
  const server = await firstPositions(page, '.server-card', text)
  come()
  await expect(page.locator('.server-top')).toHaveCount(0)
  await page.waitForLoadState('networkidle')
  await unchangedFor(page, 400)
  await page.unroute('**/assets/*.js')
  await fontsLoaded(page)
  const app = await firstPositions(page, 'main article', text)
  for (const [name, value] of Object.entries(server)) {
    if (value >= 0) expect(Math.abs(value - (app[name] ?? 0)), `${name} of ${path}`).toBeLessThanOrEqual(4)
  }
  const { value, moved } = await layoutShift(page)
  expect(value, `${path}: ${moved.join(', ')}`).toBeLessThanOrEqual(maxShift)
}

/**
 * Waits for the styles, and loads all of their fonts: the letters that stand in for these are not as wide. Fonts that no
 * layout has asked for yet would be missing from `document.fonts.ready`; those of this machine alone may be absent.
 */
async function fontsLoaded(page: Page): Promise<void> {
  await page.waitForFunction(() => document.fonts.size > 0)
  await page.evaluate(async () => void (await Promise.allSettled([...document.fonts].map((font) => font.load()))))
}

/** Waits as long as a picture needs to be asked for. */
async function unchangedForAWhile(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle')
  await page.waitForTimeout(500)
}

test.describe('checks of a build with conflicts', () => {
  test.use({ locale: 'en-GB', viewport: { width: 360, height: 780 } })

  test('stand together below the part that causes them', async ({ page }) => {
    await storeBuild(page, ['CPU', 'MOTHERBOARD', 'RAM', 'CASE', 'PSU'])
    await open(page, '/')
    // However many findings there are, a part's name is above them only once.
    const names = await page.locator('[id^="check-"]').evaluateAll((rows) => {
      const groups = rows.map((row) => row.parentElement?.querySelector(':scope > h3')?.textContent ?? '')
      return [...new Set(groups.filter((name) => name !== ''))]
    })
    for (const name of names) {
      expect(await page.locator('h3', { hasText: name }).count(), name).toBe(1)
    }
  })
})
