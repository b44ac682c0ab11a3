import type { Locator, Page } from '@playwright/test'
import { cards, expect, languages, searchField, test } from './browser.ts'

// Building a PC without a mouse and without an account, at a phone's width: search, add, swap, share.

/** More Tab stops than any page needs. */
const maxStops = 120

/** Whether the focus is visible: the element matches :focus-visible, and no other element covers its middle. */
const isFocusSeen = (focused: Locator): Promise<boolean> =>
  focused.evaluate((element) => {
    const { left, top, width, height } = element.getBoundingClientRect()
    const there = document.elementFromPoint(left + width / 2, top + height / 2)
    return element.matches(':focus-visible') && there !== null && (element.contains(there) || there.contains(element))
  })

/** Presses Tab until an element has the focus, and checks that the focus is visible there. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  await expect(target).toBeVisible()
  const passed: string[] = []
  for (let stop = 0; stop < maxStops; stop += 1) {
    await page.keyboard.press('Tab')
    if (await target.evaluate((element) => element === document.activeElement)) {
      await expect.poll(() => isFocusSeen(target), { message: 'the focus is hidden' }).toBe(true)
      return
    }
    passed.push(
      await page.evaluate(
        () =>
          document.activeElement?.getAttribute('aria-label') ??
          document.activeElement?.textContent?.trim().slice(0, 30) ??
          '',
      ),
    )
  }
  throw new Error(`Tab does not reach it; it passed ${passed.join(' | ')}`)
}

/** Moves the focus to an element with Tab and presses Enter. */
async function press(page: Page, target: Locator): Promise<void> {
  await tabTo(page, target)
  await page.keyboard.press('Enter')
}

for (const { code, locale, text } of languages) {
  test.describe(`without a mouse and without an account in ${code} at 360 px`, () => {
    test.use({ locale, viewport: { width: 360, height: 780 }, permissions: ['clipboard-read', 'clipboard-write'] })

    test('a part is searched, added, swapped and shared', async ({ page }) => {
      test.setTimeout(240_000)
      const row = page.locator('#row-gpu')
      const name = row.locator('td:nth-child(2) a[href^="/product/"]')

      await test.step('search', async () => {
        await page.goto('/')
        await tabTo(page, searchField(page, text))
        await page.keyboard.type(code === 'ar' ? 'كرت شاشة 5070' : 'rtx 5070')
        await page.keyboard.press('Enter')
        await expect(page).toHaveURL(/\/search\?q=/)
        await expect(cards(page).first()).toContainText('5070')
      })

      await test.step('add', async () => {
        await press(page, cards(page).first().getByRole('button', { name: text.card.add }))
        await expect(page).toHaveURL(/:\d+\/$/)
        await expect(name).toContainText('5070')
      })
      const before = await name.innerText()

      await test.step('swap', async () => {
        await press(page, row.getByRole('link', { name: text.category.GPU.change }))
        await expect(page).toHaveURL(/\/gpu$/)
        await press(
          page,
          cards(page).filter({ hasNotText: before }).first().getByRole('button', { name: text.card.replace }),
        )
        await expect(page).toHaveURL(/:\d+\/$/)
        await expect(name).not.toHaveText(before)
      })
      const after = await name.innerText()

      await test.step('share', async () => {
        await press(page, page.getByRole('main').locator('button', { hasText: text.build.tools }))
        await press(page, page.getByRole('button', { name: text.build.share, exact: true }))
        const dialog = page.getByRole('dialog')
        // The long link stands there until the short one has come.
        const field = dialog.getByLabel(text.builds.link)
        await expect(field).toHaveValue(/\/b\/[^/]+$/)
        const link = await field.inputValue()
        await press(page, dialog.getByRole('button', { name: text.builds.copyLink }))
        await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(link)
        await page.keyboard.press('Escape')
        await expect(dialog).toBeHidden()
        await page.goto(link)
        await expect(page.getByRole('table')).toContainText(after)
      })
    })
  })
  test.describe(`without a mouse in ${code} on a wide screen`, () => {
    test.use({ locale, viewport: { width: 1280, height: 900 } })

    test('one link leads past the filters, and letters typed after the slash are searched for', async ({ page }) => {
      await page.goto('/gpu')
      await expect(cards(page).first()).toBeVisible()
      await press(page, page.getByRole('complementary').getByRole('link', { name: text.filters.skip }))
      await page.keyboard.press('Tab')
      const results = page.getByRole('region', { name: text.listing.products })
      expect(await results.evaluate((element) => element.contains(document.activeElement))).toBe(true)
      await page.goto('/data-sources')
      await expect(searchField(page, text)).toBeVisible()
      await page.keyboard.type('/rtx 50', { delay: 0 })
      await expect(page.getByRole('dialog').getByRole('combobox')).toHaveValue('rtx 50')
      await expect(page).toHaveURL(/\/data-sources$/)
    })
  })
}
