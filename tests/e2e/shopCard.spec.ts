import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { cards, expect, languages, test, type Text } from './browser.ts'
import { addFirst } from './sharing.ts'

/** Checks that the card fills the screen, is bright, and holds a price and a QR code. Leaves it open. */
async function expectCard(page: Page, text: Text, code: string) {
  const card = page.getByRole('dialog')
  await expect(card.getByRole('img', { name: code })).toBeVisible()
  await expect(card).toContainText(/\d\.\d{3}/)
  const box = await card.boundingBox()
  const size = page.viewportSize()
  expect([box?.x, box?.y, box?.width, box?.height]).toEqual([0, 0, size?.width, size?.height])
  expect(await card.evaluate((element) => getComputedStyle(element).backgroundColor)).toBe('rgb(255, 255, 255)')
  expect(await card.evaluate((element) => element.scrollWidth <= element.clientWidth)).toBe(true)
  const { violations } = await new AxeBuilder({ page }).include('dialog').analyze()
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' ')}`)).toEqual([])
  await expect(card.getByRole('button', { name: text.shopCard.close })).toBeVisible()
}

// The card for a shop's counter: of a product and of a build, also when the connection is lost.
for (const { code, locale, text } of languages) {
  for (const width of [360, 1280]) {
    test.describe(`the card for the counter in ${code} at ${width} px`, () => {
      test.use({ locale, viewport: { width, height: 780 }, allowedErrors: [/ERR_INTERNET_DISCONNECTED/] })

      test('shows a product, and without a connection a build', async ({ page, context }) => {
        await page.goto('/cpu')
        await cards(page).first().getByRole('link').first().click()
        await page.getByRole('button', { name: text.product.showShop }).click()
        await expectCard(page, text, text.shopCard.qrOffer)
        await page.keyboard.press('Escape')

        await addFirst(page, text, '/cpu')
        const opener = page.getByRole('button', { name: text.build.showShop })
        await expect(opener).toBeVisible()
        // The card's code is fetched some seconds after the page.
        await page.waitForTimeout(7000)
        await context.setOffline(true)
        await opener.click()
        await expectCard(page, text, text.shopCard.qrList)
        await expect(page.getByRole('dialog').getByText(text.shopCard.offline)).toBeVisible()
        await context.setOffline(false)
      })
    })
  }
}
