import type { Locator, Page } from '@playwright/test'
import { expect, languages, test } from './browser.ts'
import { findMostOffered } from './buildSetup.ts'
import { makeAccount } from './system.ts'

// A press outside of a dialog closes it; a selection that is dragged out of one of its fields does not.

/** Presses the pointer at the middle of an element, and releases it outside of its dialog. */
async function dragOut(page: Page, from: Locator, to: { x: number; y: number }) {
  const box = await from.boundingBox()
  if (!box) throw new Error('nothing to drag')
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2)
  await page.mouse.down()
  await page.mouse.move(to.x, to.y, { steps: 5 })
  await page.mouse.up()
}

const corner = { x: 5, y: 5 }

for (const { code, locale, text } of languages) {
  test.describe(`dialogs in ${code}`, () => {
    test.use({ locale })

    test('a dialog keeps what was typed when a selection is dragged out of it', async ({ page }) => {
      const account = await makeAccount(`drag-${code}-${Date.now()}@example.com`)
      await page.request.post('/api/auth/login', { data: account })
      const { id } = await findMostOffered('GPU')
      await page.goto(`/product/${id}`)
      await page.getByRole('button', { name: text.product.alert }).click()
      const dialog = page.getByRole('dialog')
      const field = dialog.getByLabel(text.alert.targetLabel)
      await dialog.getByRole('button', { name: text.alert.target }).click()
      await field.fill('12.5')
      await dragOut(page, field, corner)
      await expect(dialog).toBeVisible()
      await expect(field).toHaveValue('12.5')
      await page.mouse.click(corner.x, corner.y)
      await expect(dialog).toHaveCount(0)
    })

    test('so does the palette', async ({ page }) => {
      await page.goto('/gpu')
      await expect(page.getByRole('main').getByRole('article').first()).toBeVisible()
      await page.keyboard.press('/')
      const field = page.getByRole('dialog').getByRole('combobox')
      await field.fill('ryzen')
      await dragOut(page, field, corner)
      await expect(field).toHaveValue('ryzen')
      await page.mouse.click(corner.x, corner.y)
      await expect(page.getByRole('dialog')).toHaveCount(0)
    })
  })

  test.describe(`the filter drawer in ${code}`, () => {
    test.use({ locale, viewport: { width: 390, height: 780 } })

    test('keeps a half-typed price', async ({ page }) => {
      await page.goto('/gpu')
      await page
        .getByRole('main')
        .getByRole('button', { name: new RegExp(`^${text.filters.title}`) })
        .click()
      const drawer = page.getByRole('dialog')
      const field = drawer.getByRole('textbox').or(drawer.getByRole('spinbutton')).first()
      await field.fill('99')
      await dragOut(page, field, { x: 200, y: 5 })
      await expect(drawer).toBeVisible()
      await expect(field).toHaveValue('99')
      await page.mouse.click(200, 5)
      await expect(drawer).toHaveCount(0)
    })
  })
}
