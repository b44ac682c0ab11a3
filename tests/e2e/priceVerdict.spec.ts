import { expect, languages, test } from './browser.ts'
import { ask } from './system.ts'

// The verdict about a product's price, recomputed from the history that the api answers.

type Entry = { retailerSlug: string; date: string; price: number; stock: string }
type Evidence = { lowestInDays: number | null; usualPrice: number; percentile: number; lowDaysPercent: number }
type Code = 'LOWEST' | 'BELOW_USUAL' | 'USUAL' | 'ABOVE_USUAL'
/** The code is another one where there is no evidence. */
type Verdict = { code: Code; price: number | null; evidence: Evidence | null }
type Detail = { verdict: Verdict; retailers: { retailerSlug: string }[] }

const DAY = 86_400_000

/** Returns the lowest price in stock at the end of each day, from the first day to today; null where there is none. */
function lowestByDay(entries: Entry[], now: number): (number | null)[] {
  const lowest: (number | null)[] = []
  const valid = new Map<string, Entry>()
  const first = Math.min(...entries.map((entry) => Date.parse(entry.date)))
  for (let day = first; day <= now; day += DAY) {
    for (const entry of entries) if (Date.parse(entry.date) === day) valid.set(entry.retailerSlug, entry)
    const prices = [...valid.values()].filter((entry) => entry.stock === 'in').map((entry) => entry.price)
    lowest.push(prices.length > 0 ? Math.min(...prices) : null)
  }
  return lowest
}

/** Asserts that the price was never lower in these days, was higher in them, and that the history is as long. */
function checkLowest(byDay: (number | null)[], price: number, days: number): void {
  expect(byDay.findIndex((one) => one !== null)).toBeLessThanOrEqual(byDay.length - 1 - days)
  const within = byDay.slice(-1 - days).filter((one) => one !== null)
  expect(Math.min(...within)).toBe(price)
  expect(Math.max(...within)).toBeGreaterThan(price)
}

/** Asserts that for half of the last 90 days it cost no more than usual, and for half no less. */
function checkUsual(byDay: (number | null)[], usual: number): void {
  const days = byDay.slice(-91).map((end, index, all) => ({ start: all[index - 1], end }))
  // On a day that ended at another price, or has not ended, the time of each price is not known.
  const whole = days.slice(1, -1).filter(({ start, end }) => start === end)
  const prices = whole.map(({ end }) => end).filter((end) => end !== null && end !== undefined)
  const unknown = days.length - whole.length
  const count = (matches: (price: number) => boolean) => prices.filter(matches).length
  expect(count((price) => price <= usual) + unknown).toBeGreaterThanOrEqual(prices.length / 2)
  expect(count((price) => price < usual)).toBeLessThanOrEqual((prices.length + unknown) / 2)
}

/** Recomputes what the verdict about a product says; returns the verdict, or null where it cannot be recomputed. */
async function recompute(id: string): Promise<Verdict | null> {
  const { verdict, retailers } = await ask<Detail>(`/api/products?id=${id}`)
  const { history } = await ask<{ history: Entry[] }>(`/api/products/${id}/price-history?range=all`)
  const { evidence, price } = verdict
  // The history has one price a day of each retailer, also where it has two offers.
  const slugs = retailers.map((offer) => offer.retailerSlug)
  if (evidence === null || price === null || new Set(slugs).size < slugs.length) return null
  const byDay = lowestByDay(history, Date.now())
  expect(byDay.at(-1)).toBe(price)
  if (evidence.lowestInDays !== null) checkLowest(byDay, price, evidence.lowestInDays)
  checkUsual(byDay, evidence.usualPrice)
  return verdict
}

for (const { code, locale, text } of languages) {
  test.describe(`the verdict about a price in ${code}`, () => {
    test.use({ locale })

    test('its claims hold, and the product page says them', async ({ page }) => {
      test.setTimeout(240_000)
      // The cases are many and few tests change their prices.
      const { products } = await ask<{ products: { id: string }[] }>(
        '/api/products/list?category=CASE&inStock=true&limit=24',
      )
      const found: { id: string; verdict: Verdict }[] = []
      for (const { id } of products) {
        // A crawl between the two answers changes one of them.
        await expect(async () => {
          const verdict = await recompute(id)
          if (verdict) found.push({ id, verdict })
        }).toPass({ timeout: 60_000 })
      }
      const shown = found.find(({ verdict }) => verdict.evidence?.lowestInDays) ?? found[0]
      const evidence = shown?.verdict.evidence
      if (!shown || !evidence) throw new Error('no case of the demo has enough history')
      await page.goto(`/product/${shown.id}`)
      const { [shown.verdict.code]: said, usually } = text.history.verdict
      const line = page.getByRole('region', { name: text.history.title }).getByText(' · ')
      const withoutIsolates = async () => (await line.first().innerText()).replaceAll(/[\u2066-\u2069]/g, '')
      await expect.poll(withoutIsolates).toContain(said.replace('{{days}}', String(evidence.lowestInDays)))
      if (shown.verdict.code !== 'USUAL')
        expect(await withoutIsolates()).toContain(usually.replace('{{price}}', evidence.usualPrice.toFixed(3)))
    })
  })
}
