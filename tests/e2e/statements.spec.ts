import type { Locator, Page } from '@playwright/test'
import { findMostOffered, saveBuild } from './buildSetup.ts'
import { cards, expect, languages, searchField, test, type Text } from './browser.ts'
import { ask, makeAccount } from './system.ts'

// Statements of the specification that no other test checks in a browser. `tests/statements` names the test of
// each statement.

type Category = keyof Text['category']

/** The builder's rows in order, each with its letter and the path of its listing. */
const rows: [Category, string, string][] = [
  ['CPU', 'c', '/cpu'],
  ['CPU_COOLER', 'o', '/cpu-cooler'],
  ['MOTHERBOARD', 'm', '/motherboard'],
  ['RAM', 'r', '/memory'],
  ['STORAGE', 's', '/storage'],
  ['GPU', 'g', '/gpu'],
  ['CASE', 'a', '/case'],
  ['PSU', 'p', '/psu'],
  ['MONITOR', 'n', '/monitor'],
]

/** Returns a checkbox by the label around it. */
const choiceOf = (page: Page, label: string): Locator =>
  page
    .getByRole('main')
    .locator('label', { has: page.getByText(label, { exact: true }) })
    .locator('select')

async function signIn(page: Page, name: string): Promise<void> {
  const account = await makeAccount(`${name}-${Date.now()}@example.com`)
  await page.goto('/')
  expect((await page.request.post('/api/auth/login', { data: account })).ok()).toBe(true)
}

for (const { code, locale, text } of languages) {
  test.describe(`documented statements in ${code}`, () => {
    test.use({ locale, viewport: { width: 1280, height: 900 } })

    test('the builder has its rows, columns and shortcuts, and an empty build cannot be shared', async ({ page }) => {
      test.setTimeout(240_000)
      await page.goto('/builder')
      await expect(page).toHaveURL(/:\d+\/$/)
      const main = page.getByRole('main')
      await expect(main.locator('#row-monitor')).toBeVisible()
      const ids = await main.locator('tbody tr[id^="row-"]').evaluateAll((found) => found.map((row) => row.id))
      const expectedIds = rows.map(([category]) => `row-${category.toLowerCase()}`)
      expect(ids.filter((id) => expectedIds.includes(id))).toEqual(expectedIds)
      const { component, selection, base, promo, shipping, tax, price, where } = text.build
      for (const name of [component, selection, base, promo, shipping, tax, price, where])
        await expect(main.getByRole('columnheader', { name, exact: true })).toBeVisible()
      for (const name of [text.build.share, text.build.exportTitle])
        await expect(main.getByRole('button', { name, exact: true })).toBeDisabled()
      await expect(main.getByRole('link', { name: text.build.save })).toHaveAttribute('aria-disabled', 'true')
      for (const [category, letter, path] of rows) {
        await expect(
          main.locator(`#row-${category.toLowerCase()}`).getByRole('link', { name: text.category[category].choose }),
        ).toHaveAttribute('href', path)
        await page.keyboard.press(letter)
        await expect(page).toHaveURL(new RegExp(`${path}$`))
        await page.goBack()
        await expect(main.locator('#row-cpu')).toBeVisible()
      }
    })

    test('every page has its header and footer', async ({ page }) => {
      await page.goto('/products')
      const banner = page.getByRole('banner')
      await expect(banner.getByRole('link', { name: text.app.home })).toHaveAttribute('href', '/')
      await expect(banner.getByRole('link', { name: text.nav.builder })).toContainText('0%')
      await expect(banner.getByRole('button', { name: text.nav.browse })).toBeVisible()
      await expect(searchField(page, text)).toBeVisible()
      await expect(banner.getByRole('link', { name: text.nav.login })).toHaveAttribute('href', /^\/login/)
      await banner.getByRole('button', { name: text.nav.currency }).click()
      await expect(banner.getByText(text.nav.currencyNote)).toBeVisible()
      await banner.getByRole('button', { name: text.nav.language }).click()
      for (const language of ['English', 'العربية'])
        await expect(banner.getByRole('button', { name: language })).toBeVisible()
      await expect(page.getByRole('contentinfo').getByRole('link', { name: text.footer.discord })).toBeVisible()
    })

    test('a listing says that its category is required, has five sort orders, compares up to four products and has four tiers', async ({
      page,
    }) => {
      await page.goto('/cpu')
      const main = page.getByRole('main')
      await expect(cards(page)).toHaveCount(20)
      await expect(main.getByText(text.listing.required, { exact: true })).toBeVisible()
      const { total } = await ask<{ total: number }>('/api/products/list?category=CPU&inStock=true&limit=1')
      await expect(main.getByRole('heading', { level: 1 }).locator('..')).toContainText(total.toLocaleString('en'))
      await expect(main.getByRole('searchbox').first()).toBeVisible()
      expect(await choiceOf(page, text.listing.sort).locator('option').allTextContents()).toEqual(
        expect.arrayContaining([
          text.sort.popularity,
          text.sort.price_asc,
          text.sort.price_desc,
          text.sort.name_asc,
          text.sort.name_desc,
        ]),
      )
      for (const view of [text.listing.list, text.listing.grid]) {
        const button = main.getByRole('group', { name: text.listing.view }).getByRole('button', { name: view })
        await button.click()
        await expect(button).toHaveAttribute('aria-pressed', 'true')
      }
      const tray = page.getByRole('region', { name: text.compare.tray })
      await cards(page).nth(0).getByRole('checkbox').check()
      await expect(tray.getByText(text.compare.needTwo)).toBeVisible()
      for (let at = 1; at < 4; at += 1) await cards(page).nth(at).getByRole('checkbox').check()
      await expect(cards(page).nth(4).getByRole('checkbox')).toBeDisabled()
      await page.goto('/gpu')
      const filters = page.getByRole('complementary', { name: text.filters.title })
      await expect(filters.getByRole('checkbox', { name: text.filters.inStock })).toBeChecked()
      const group = filters.locator('details', { has: page.locator('summary', { hasText: text.filters.tier }) })
      if (!(await group.evaluate((details) => (details as HTMLDetailsElement).open)))
        await group.locator('summary').click()
      for (const tier of Object.values(text.tier)) await expect(group).toContainText(tier)
    })

    test('a price alert accepts 5 to 25 percent, and a price above 0 and below the current one', async ({ page }) => {
      await signIn(page, `statements-alert-${code}`)
      await page.goto(`/product/${(await findMostOffered('GPU')).id}`)
      await page.getByRole('main').getByRole('button', { name: text.product.alert }).click()
      const dialog = page.getByRole('dialog', { name: text.alert.title })
      await dialog.getByRole('button', { name: text.alert.percent }).click()
      const slider = dialog.getByRole('slider', { name: text.alert.percentLabel })
      for (const [name, value] of [
        ['min', '5'],
        ['max', '25'],
        ['step', '5'],
      ] as const)
        await expect(slider).toHaveAttribute(name, value)
      await expect(slider).toHaveValue('10')
      await dialog.getByRole('button', { name: text.alert.target }).click()
      for (const [typed, problem] of [
        ['0', text.alert.invalid],
        ['999999', text.alert.tooHigh],
      ] as const) {
        await dialog.getByLabel(text.alert.targetLabel).fill(typed)
        await dialog.getByRole('button', { name: text.alert.create }).click()
        await expect(dialog.getByRole('alert')).toHaveText(problem)
      }
    })

    test('a shared build says for two seconds that its link was copied', async ({ page, context }) => {
      await context.grantPermissions(['clipboard-read', 'clipboard-write'])
      await signIn(page, `statements-share-${code}`)
      const cpu = await findMostOffered('CPU')
      const { shareToken } = await saveBuild(page, 'Falcon صقر', { CPU: cpu.id })
      await page.goto(`/build/${shareToken}`)
      const main = page.getByRole('main')
      await expect(main.getByRole('heading', { level: 1 })).toHaveText('Falcon صقر')
      await expect(main.getByText(text.builds.anonymous)).toBeVisible()
      await expect(main.getByRole('table').locator(`a[href="/product/${cpu.id}"]`)).toContainText(cpu.name)
      await main.getByRole('button', { name: text.builds.copyLink }).click()
      await expect(main.getByRole('button', { name: text.builds.linkCopied })).toBeVisible()
      expect(await page.evaluate(() => navigator.clipboard.readText())).toContain(`/build/${shareToken}`)
      await expect(main.getByRole('button', { name: text.builds.copyLink })).toBeVisible({ timeout: 3_000 })
    })

    test('the dashboard offers its page sizes, differences and states', async ({ page }) => {
      await signIn(page, `statements-panel-${code}`)
      const { admin } = text
      await page.goto('/admin?tab=products')
      const sizes = choiceOf(page, admin.products.size)
      await expect(sizes).toHaveValue('25')
      expect(await sizes.locator('option').allTextContents()).toEqual(['10', '25', '50', '100'])
      await page.goto('/admin?tab=prices')
      const differences = choiceOf(page, admin.prices.leastFilter)
      await expect(differences).toHaveValue('10')
      expect(await differences.locator('option').allTextContents()).toEqual(['5%', '10%', '15%', '20%', '30%', '50%'])
      await page.goto('/admin?tab=matches')
      for (const filter of [admin.match.statusFilter, admin.match.decisionFilter])
        await expect(choiceOf(page, filter).locator('option')).toHaveCount(4)
    })

    for (const path of ['/favorites', '/my-builds', '/settings', '/admin']) {
      test(`${path} leads signed-out visitors to the login`, async ({ page }) => {
        await page.goto(path)
        await expect(page).toHaveURL(/\/login/)
        await expect(page.getByRole('heading', { level: 1 })).toHaveText(text.account.login.title)
      })
    }

    test.describe('with an api that fails without a word', () => {
      test.use({ allowedErrors: [/status of (500|404)/] })

      test('each page shows its own error text', async ({ page }) => {
        test.setTimeout(240_000)
        await signIn(page, `statements-fail-${code}`)
        const { admin } = text
        const failing: [string, string, string][] = [
          ['/favorites', '**/api/favorites', text.account.favorites.failed],
          ['/my-builds', '**/api/builds*', text.builds.loadFailed],
          ['/build/AAAAAAAAAAAAAAAAAAAAAA', '**/api/builds/*', text.builds.openFailed],
          ['/admin?tab=analytics', '**/api/admin/analytics*', admin.analytics.failed],
          ['/admin?tab=prices', '**/api/admin/price-differences*', admin.prices.failed],
          ['/admin?tab=matches', '**/api/admin/matches?*', admin.match.failed],
          ['/admin?tab=products', '**/api/admin/products*', admin.products.failed],
          ['/admin?tab=audit', '**/api/admin/audit-log*', admin.audit.failed],
        ]
        for (const [path, call, sentence] of failing) {
          await page.route(call, (route) => route.fulfill({ status: 500, json: {} }))
          await page.goto(path)
          await expect(page.getByRole('main').getByRole('alert').first(), path).toContainText(sentence, {
            timeout: 60_000,
          })
          await page.unroute(call)
        }
      })
    })
  })
}
