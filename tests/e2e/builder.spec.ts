import { readFile } from 'node:fs/promises'
import type { Locator, Page } from '@playwright/test'
import {
  accessibilityViolations,
  cards,
  expect,
  filledPattern,
  languages,
  openTools,
  printedSheets,
  test,
  type Text,
} from './browser.ts'
import { pastedLists } from './pastedLists.ts'
import { ask } from './system.ts'

type Category = keyof Text['category']
type Found = { products: { id: string; name: string; price: number }[] }

/** The rows that the test fills, with the path of each listing. */
const nine: [Category, string][] = [
  ['CPU', '/cpu'],
  ['MOTHERBOARD', '/motherboard'],
  ['RAM', '/memory'],
  ['STORAGE', '/storage'],
  ['GPU', '/gpu'],
  ['CASE', '/case'],
  ['CPU_COOLER', '/cpu-cooler'],
  ['PSU', '/psu'],
  ['MONITOR', '/monitor'],
]

const row = (page: Page, category: Category): Locator => page.locator(`#row-${category.toLowerCase()}`)
const main = (page: Page): Locator => page.getByRole('main')
const checks = (page: Page): Locator => page.locator('#checks')
const partNames = (page: Page): Promise<string[]> =>
  page.locator('tbody tr td:nth-child(2) a[href^="/product/"]').allTextContents()

/** Returns the verdict in the table's foot, once prices and rules have been answered for these parts. */
async function verdict(page: Page): Promise<string> {
  return page.locator('[aria-busy="false"] > table > tfoot [class*="tag"]').first().innerText()
}

/**
 * Waits until the total above the table is the sum of today's prices: a crawl may change them at any time, also just after
 * the page has asked for them.
 */
async function expectTodaysTotal(page: Page): Promise<void> {
  const links = page.locator('tbody tr td:nth-child(2) a[href^="/product/"]')
  const total = page.locator('section:has(> a[href="#basket"]) > p').first()
  const count = await links.count()
  let tries = 0
  await expect(async () => {
    tries += 1
    if (tries > 5) {
      await page.reload()
      await expect(links).toHaveCount(count)
      await verdict(page)
    }
    const ids = await links.evaluateAll((all) => all.map((link) => link.getAttribute('href')?.split('/product/')[1]))
    const { products } = await ask<{ products: { price: number | null; inStock: boolean }[] }>(
      `/api/products?${ids.map((id) => `ids=${id}`).join('&')}`,
    )
    const fils = products.reduce((sum, one) => sum + (one.inStock ? Math.round((one.price ?? 0) * 1000) : 0), 0)
    const shown = (await total.innerText()).replace(/,/g, '')
    expect(shown).toContain((fils / 1000).toFixed(3))
  }).toPass({ timeout: 40_000 })
}

async function choose(page: Page, text: Text, category: Category, path: string) {
  await row(page, category).getByRole('link', { name: text.category[category].choose }).click()
  await expect(page).toHaveURL(new RegExp(`${path}$`))
  // The address changes before the listing is drawn, and the page before it may show cards too.
  await expect(page.getByRole('heading', { level: 1 })).toContainText(text.category[category].many)
  await cards(page).first().getByRole('button', { name: text.card.add }).click()
  await expect(page).toHaveURL(/\/$/)
  await expect(row(page, category).getByRole('button', { name: text.category[category].remove })).toBeVisible()
}

for (const { code, locale, text } of languages) {
  test.describe(`a builder in ${code}`, () => {
    test.use({ locale })

    test('completes a build from a template, which a reload keeps', async ({ page }) => {
      test.setTimeout(300_000)
      await page.goto('/')
      await expect(main(page).getByRole('button', { name: text.build.exportTitle })).toBeDisabled()
      for (const id of ['budget-office', 'gaming-mid', 'gaming-high', 'workstation'] as const) {
        const card = main(page).getByRole('listitem').filter({ hasText: text.templates[id].description })
        await expect(card).toContainText(text.templates[id].name)
        await expect(card).toContainText(/\d+\.000/)
      }
      const name = text.templates['gaming-mid'].name
      await main(page)
        .getByRole('button', { name: filledPattern(text.visit.pickNamed, name) })
        .click()
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(name)

      for (const [category, path] of nine) await choose(page, text, category, path)
      await expect(page.getByRole('banner')).toContainText('100%')
      await expect(
        checks(page).locator('[id^="check-"]').or(checks(page).getByText(text.checks.allPassed)).first(),
      ).toBeVisible()
      await expect(checks(page).locator('article[class*="error"]')).toHaveCount(0)
      await expect(page.getByRole('region', { name: text.power.title })).toContainText(/[1-9]\d\d/)

      // Memory of the wrong type, chosen from a listing that shows parts that do not fit.
      const board = await ask<{ product: { specs: { ramType: string } } }>(
        `/api/products?id=${await readProductId(row(page, 'MOTHERBOARD'))}`,
      )
      const wrong = board.product.specs.ramType === 'DDR5' ? 'DDR4' : 'DDR5'
      await page.goto(`/memory?fit=false&spec.ramType=${wrong}`)
      await cards(page).first().getByRole('button', { name: text.card.replace }).click()
      await expect(page).toHaveURL(/\/$/)
      const issue = checks(page).locator('article[id^="check-RAM_TYPE_INCOMPATIBLE"]')
      const issueText = issue.first()
      await expect(issueText).toBeVisible()
      await expect(row(page, 'RAM')).toContainText(text.build.tag.error)
      await expect(page.locator('tfoot')).not.toContainText(text.build.allCompatible)

      // The issue's own link leads to memory that fits; the choice there replaces the part that does not fit.
      await issueText.getByRole('link').filter({ hasText: text.category.RAM.others }).click()
      await expect(page).toHaveURL(/\/memory/)
      await cards(page).first().getByRole('button', { name: text.card.replace }).click()
      await expect(page).toHaveURL(/\/$/)
      await expect(issue).toHaveCount(0)
      await expect(checks(page).locator('article[class*="error"]')).toHaveCount(0)
      await expectTodaysTotal(page)
      const before = { verdict: await verdict(page), names: await partNames(page) }
      expect(before.names).toHaveLength(9)
      const files = await exportAll(page, text)
      for (const product of before.names) {
        for (const format of ['CSV', 'Text'] as const)
          expect(files[format]).toContain(product.replace(/"/g, format === 'CSV' ? '""' : '"'))
      }
      expect(files.JSON.match(/"productId"/g)).toHaveLength(9)
      expect(files.CSV.startsWith('\ufeff')).toBe(true)
      expect(files.Markdown).toContain('](http')
      expect(files.BBCode).toContain('[url=http')

      await page.reload()
      await expect(row(page, 'MONITOR').getByRole('button', { name: text.category.MONITOR.remove })).toBeVisible()
      await expect.poll(() => verdict(page)).toBe(before.verdict)
      await expectTodaysTotal(page)
      expect(await partNames(page)).toEqual(before.names)

      await page.waitForLoadState('networkidle')
      expect(await accessibilityViolations(page)).toEqual([])

      // After everything is removed, the exported file imports as the same build.
      page.once('dialog', (dialog) => void dialog.accept())
      await main(page).getByRole('button', { name: text.build.clear }).click()
      await expect(page.locator('tfoot')).toContainText('–')
      await importText(page, text, files.JSON)
      await expect.poll(() => partNames(page)).toEqual(before.names)
      await expect.poll(() => verdict(page)).toBe(before.verdict)
      await expectTodaysTotal(page)
    })

    test('imports a pasted list after a preview', async ({ page }) => {
      await page.goto('/')
      await importText(
        page,
        text,
        '1. Ryzen 7 9800X3D - 149.900 KWD\n• كرت شاشة 5070\n2 x DDR5 32GB\nzzzz qqqq no such thing xyzzy',
        async (review) => {
          // A line that many products match is not taken for one of them: the shopper chooses.
          for (const line of [1, 2]) {
            const choices = review.locator('li').nth(line).getByRole('combobox')
            await expect(choices).toHaveValue('')
            await choices.selectOption({ index: 0 })
          }
          // A line that matches no product is not taken for another product.
          await expect(review.locator('li').last()).toContainText(
            new RegExp(`${text.import.state.none}|${text.import.vague}|${text.import.choose}`),
          )
        },
      )
      await expect.poll(() => partNames(page)).toHaveLength(3)
      await expect(row(page, 'CPU')).toContainText('9800X3D')
      await expect(row(page, 'GPU')).toContainText('5070')
      await expect(row(page, 'RAM').getByRole('group')).toContainText('2')
    })

    for (const [form, list] of Object.entries(pastedLists)) {
      test(`imports a list pasted as ${form}, and chooses only what it names`, async ({ page }) => {
        await page.goto('/')
        await importText(page, text, list, async (review) => {
          await expect(review.locator('li')).toHaveCount(4)
          const choice = (line: number) => review.locator('li').nth(line).getByRole('combobox')
          await expect(choice(0).locator('option:checked')).toContainText('9800X3D')
          await expect(choice(1).locator('option:checked')).toContainText('RM850e')
          // The demo sells another cooler of this line.
          await expect(review.locator('li').nth(2)).toContainText(
            new RegExp(`${text.import.state.none}|${text.import.vague}|${text.import.choose}`),
          )
          await expect(review.locator('li').nth(3)).toContainText(text.import.state.otherKind)
        })
        await expect.poll(() => partNames(page)).toHaveLength(2)
        await expect(row(page, 'CPU')).toContainText('9800X3D')
        await expect(row(page, 'PSU')).toContainText('RM850e')
      })
    }

    test('exports a printable parts list with the price of each retailer', async ({ page }) => {
      const [cpu, ram] = await Promise.all(
        ['CPU', 'RAM'].map(
          async (category) =>
            (await ask<Found>(`/api/products/list?category=${category}&limit=1&inStock=true`)).products[0],
        ),
      )
      if (!cpu || !ram) throw new Error('no parts in the demo')
      await page.goto('/')
      await importText(
        page,
        text,
        JSON.stringify({ components: { CPU: cpu.id, RAM: { productId: ram.id, quantity: 2 } } }),
      )
      await main(page).getByRole('link', { name: text.build.partsList }).click()
      await expect(page).toHaveURL(new RegExp(`/parts-list\\?part=${cpu.id}&part=${ram.id}&part=${ram.id}$`))

      const parts = page.getByRole('table').locator('tbody tr')
      await expect(parts).toHaveCount(2)
      await expect(parts.nth(1)).toContainText('× 2')
      await expect(page.getByRole('table').locator('tfoot')).toContainText((cpu.price + 2 * ram.price).toFixed(3))
      const { retailers } = await ask<{ retailers: { price: number; inStock: boolean }[] }>(
        `/api/products?id=${ram.id}`,
      )
      for (const { price } of retailers.filter(({ inStock }) => inStock))
        await expect(parts.nth(1)).toContainText((2 * price).toFixed(3))

      await page.evaluate(() =>
        Object.assign(window, { print: () => document.body.setAttribute('data-printed', 'yes') }),
      )
      await main(page).getByRole('button', { name: text.partsList.print }).click()
      await expect(page.locator('body')).toHaveAttribute('data-printed', 'yes')
      await page.emulateMedia({ media: 'print' })
      await expect(page.getByRole('banner')).toBeHidden()
      await expect(parts).toHaveCount(2)
    })

    test('fills a ready build with compatible parts in stock, which one press undoes', async ({ page }) => {
      test.setTimeout(240_000)
      await page.goto('/')
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(text.build.heading)
      await expect(page.getByRole('heading', { name: text.visit.how })).toBeVisible()
      const name = text.templates['gaming-mid'].name
      await main(page)
        .getByRole('button', { name: filledPattern(text.visit.fillNamed, name) })
        .click()
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(name, { timeout: 60_000 })
      for (const category of ['CPU', 'MOTHERBOARD', 'RAM', 'STORAGE', 'GPU', 'CASE', 'PSU'] as const) {
        await expect(row(page, category).getByRole('button', { name: text.category[category].remove })).toBeVisible()
      }
      await expect(page.getByRole('banner')).toContainText('100%')
      await expect(
        checks(page).locator('[id^="check-"]').or(checks(page).getByText(text.checks.allPassed)).first(),
      ).toBeVisible()
      await expect(checks(page).locator('article[class*="error"]')).toHaveCount(0)
      await page.getByRole('status').getByRole('button', { name: text.card.undo }).click()
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(text.build.heading)
    })

    test('prints a build and its parts list on one sheet', async ({ page }) => {
      test.setTimeout(240_000)
      await page.goto('/')
      await main(page)
        .getByRole('button', { name: filledPattern(text.visit.fillNamed, text.templates['gaming-high'].name) })
        .click()
      await expect(page.getByRole('banner')).toContainText('100%', { timeout: 60_000 })
      await page.waitForLoadState('networkidle')
      expect(await printedSheets(page)).toBe(1)
      await main(page).getByRole('link', { name: text.build.partsList }).click()
      // The builder, which stays until the list is there, has a table as well.
      await expect(main(page).getByRole('button', { name: text.partsList.print })).toBeVisible()
      await expect(page.getByRole('table').locator('tbody tr').first()).toBeVisible()
      await page.waitForLoadState('networkidle')
      expect(await printedSheets(page)).toBe(1)
    })

    test.describe('with a part that has left the catalogue', () => {
      test.use({ allowedErrors: [/status of 404/] })

      test('the printable list names the missing part', async ({ page }) => {
        const { products } = await ask<Found>('/api/products/list?category=CPU&limit=1')
        const nobody = '00000000-0000-4000-8000-000000000000'
        await page.goto(`/parts-list?part=${products[0]?.id}&part=${nobody}`)
        await expect(page.getByRole('table').locator('tbody tr')).toHaveCount(1)
        await expect(main(page)).toContainText(nobody)
      })
    })

    for (const width of [360, 768, 1280]) {
      test(`sees a full build fit its width at ${width} px`, async ({ page }) => {
        await page.setViewportSize({ width, height: 800 })
        const parts: Record<string, { productId: string; quantity: number }[]> = {}
        for (const [category] of nine) {
          const { products } = await ask<Found>(`/api/products/list?category=${category}&limit=2`)
          parts[category] = products
            .slice(0, category === 'RAM' ? 2 : 1)
            .map(({ id }) => ({ productId: id, quantity: category === 'RAM' ? 3 : 1 }))
        }
        await page.goto('/')
        await importText(page, text, JSON.stringify({ components: parts }))
        await expect(checks(page).locator('article').first()).toBeVisible()
        await page.waitForLoadState('networkidle')
        const beyond = await page.evaluate(
          () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
        )
        expect(beyond, 'wider than the screen').toBeLessThanOrEqual(0)
      })
    }
  })
}

test.describe('a build in two tabs', () => {
  test.use({ locale: 'en-GB' })

  test('keeps the parts of both tabs', async ({ page, context }) => {
    const text = languages[0].text
    const other = await context.newPage()
    await page.goto('/cpu')
    await other.goto('/gpu')
    const buttons = [page, other].map((tab) => cards(tab).first().getByRole('button', { name: text.card.add }))
    for (const button of buttons) await expect(button).toBeVisible()
    // Without the mouse: what the press in one tab changes on the page of the other would move the button away between
    // the press of the mouse and its release.
    await Promise.all(buttons.map((button) => button.dispatchEvent('click')))
    for (const tab of [page, other]) {
      await expect(row(tab, 'CPU').getByRole('button', { name: text.category.CPU.remove })).toBeVisible()
      await expect(row(tab, 'GPU').getByRole('button', { name: text.category.GPU.remove })).toBeVisible()
    }
    // Within half a second of the press that added a part, a removal counts as the second press of a double click.
    await other.waitForTimeout(600)
    await row(other, 'GPU').getByRole('button', { name: text.category.GPU.remove }).click()
    await expect(row(page, 'GPU').getByRole('link', { name: text.category.GPU.choose })).toBeVisible()
  })

  test('responds to letter shortcuts, which can be turned off', async ({ page }) => {
    const text = languages[0].text
    await page.goto('/')
    // The server's content has a heading and a banner before the app is drawn: wait for the app.
    await expect(page.getByRole('switch', { name: text.build.letterKeys })).toBeVisible()
    await page.keyboard.press('g')
    await expect(page).toHaveURL(/\/gpu$/)
    await page.goBack()
    await page.getByRole('switch', { name: text.build.letterKeys }).click()
    await page.keyboard.press('m')
    await expect(page).toHaveURL(/\/$/)
  })
})

async function readProductId(element: Locator): Promise<string> {
  const address = await element.locator('a[href^="/product/"]').first().getAttribute('href')
  return address?.split('/product/')[1] ?? ''
}

/** Opens the import, pastes a text, reviews the result and accepts it. */
async function importText(page: Page, text: Text, source: string, checkReview?: (review: Locator) => Promise<void>) {
  await openTools(page, text)
  await main(page).getByRole('button', { name: text.import.open }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox').fill(source)
  await dialog.getByRole('button', { name: text.import.look }).click()
  const accept = dialog.getByRole('button', { name: new RegExp(`^(${text.import.take}|${text.import.replace})$`) })
  await expect(accept).toBeEnabled()
  await checkReview?.(dialog)
  await accept.click()
  await expect(dialog).toHaveCount(0)
}

const formats = ['JSON', 'CSV', 'Text', 'Markdown', 'BBCode'] as const

/** Saves the build in every format; returns the contents of the files. */
async function exportAll(page: Page, text: Text): Promise<Record<(typeof formats)[number], string>> {
  const files: Partial<Record<(typeof formats)[number], string>> = {}
  for (const format of formats) {
    await main(page).getByRole('button', { name: text.build.exportTitle }).click()
    const download = page.waitForEvent('download')
    await main(page).getByRole('button', { name: format, exact: true }).click()
    files[format] = await readFile(await (await download).path(), 'utf8')
    await expect(page.getByRole('status').filter({ hasText: format })).toBeVisible()
  }
  return files as Record<(typeof formats)[number], string>
}
