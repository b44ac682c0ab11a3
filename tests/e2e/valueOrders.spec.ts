import type { Locator, Page } from '@playwright/test'
import { cards, expect, languages, test, type Text } from './browser.ts'
import { ask } from './system.ts'

// Orders by the price for each unit of a measure, as shoppers choose and ask for them.

type Found = { products: { id: string; price: number; specs: { storageCapacity?: number } }[]; total: number }

/** Returns the amounts of a text with one gap, as the cards show them, in order. */
async function amounts(texts: Promise<string[]>, text: string): Promise<number[]> {
  const [before = '', after = ''] = text.split('{{price}}')
  const shown = (await texts).map((one) => one.replace(/[\u2066-\u2069,]/g, ''))
  return shown.map((one) => Number(one.slice(before.length, one.length - after.length)))
}

/** Returns the choice of the order. */
const choice = (page: Page, text: Text): Locator =>
  page
    .getByRole('main')
    .locator('label', { has: page.getByText(text.listing.sort, { exact: true }) })
    .locator('select')

/** Returns the prices per unit on the cards, in order. */
function unitPrices(page: Page, text: Text, unit: keyof Text['card']['per']): Promise<number[]> {
  const pattern = text.card.per[unit]
  return amounts(cards(page).getByText(pattern.replace('{{price}}', '').trim()).allInnerTexts(), pattern)
}

const inOrder = (numbers: number[]) => numbers.toSorted((left, right) => left - right)

/** Waits for a page of cards in the order: those of the order before stay until the next ones come. */
async function readOrderedPrices(page: Page, text: Text, unit: keyof Text['card']['per']): Promise<number[]> {
  let prices: number[] = []
  await expect(async () => {
    prices = await unitPrices(page, text, unit)
    expect(prices).toHaveLength(20)
    expect(prices).toEqual(inOrder(prices))
  }).toPass({ timeout: 60_000 })
  return prices
}

for (const { code, locale, text } of languages) {
  test.describe(`orders by value in ${code}`, () => {
    test.use({ locale, viewport: { width: 1280, height: 900 } })

    test('drives are ordered by their price per terabyte, which the cards show', async ({ page }) => {
      await page.goto('/storage')
      await expect(cards(page)).toHaveCount(20)
      await choice(page, text).selectOption({ label: text.sort.value_capacity })
      await expect(page).toHaveURL(/sort=value_capacity/)
      const prices = await readOrderedPrices(page, text, 'TB')
      const { products } = await ask<Found>('/api/products/list?category=STORAGE&inStock=true&sort=value_capacity')
      const [best] = products
      expect(prices[0]).toBeCloseTo(((best?.price ?? 0) * 1000) / (best?.specs.storageCapacity ?? 0), 2)
      await page.reload()
      await expect(choice(page, text)).toHaveValue('value_capacity')
      await expect.poll(() => unitPrices(page, text, 'TB')).toEqual(prices)
    })

    test('words ask for the best value of a kind, and the order can be removed', async ({ page }) => {
      const query = code === 'ar' ? 'كرت شاشة أفضل سعر مقابل أداء' : 'best value gpu'
      await page.goto(`/search?q=${encodeURIComponent(query)}`)
      await readOrderedPrices(page, text, 'gamingPoint')
      const main = page.getByRole('main')
      const order = main.locator('bdi', { hasText: text.sort.value_gaming })
      await expect(order).toBeVisible()
      await main.getByRole('button', { name: code === 'ar' ? /سعر مقابل/ : /best value/ }).click()
      await expect(page).toHaveURL(/literal=/)
      await expect(order).toHaveCount(0)
    })

    test('a category without a measure offers no order by value', async ({ page }) => {
      await page.goto('/monitor')
      await expect(cards(page).first()).toBeVisible()
      const labels = await choice(page, text).locator('option').allTextContents()
      const byValue: string[] = [text.sort.value_gaming, text.sort.value_capacity, text.sort.value_watts]
      expect(labels.filter((label) => byValue.includes(label))).toEqual([])
    })
  })
}
