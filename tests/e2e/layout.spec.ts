import type { Page } from '@playwright/test'
import { expect, languages, test } from './browser.ts'
import { ask, makeAccount } from './system.ts'

// The layout does not jump: what has been drawn stays where it is while the rest comes, on every route, whoever looks.

test.use({ trace: 'off' })

/** Google calls .1 good; a page of ours has nothing that needs to move. */
const maxShift = 0.02

type Shift = { value: number; moved: string[] }

/** Watches a page from its first frame on. */
async function watchShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    type Entry = PerformanceEntry & { value: number; hadRecentInput: boolean; sources: { node: Node | null }[] }
    const shifts: Shift[] = []
    Object.assign(window, { shifts })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as Entry[]) {
        if (entry.hadRecentInput) continue
        const moved = entry.sources.map(({ node }) => (node instanceof Element ? `${node.tagName.toLowerCase()}.${node.className}` : String(node?.nodeName)))
        shifts.push({ value: entry.value, moved })
      }
    }).observe({ type: 'layout-shift', buffered: true })
  })
}

/** Shift of the page's layout until all was there, and the elements that moved. */
async function shiftOf(page: Page, path: string): Promise<Shift> {
  await page.goto(path)
  await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible()
  await page.waitForLoadState('networkidle')
  // Wait for content that is drawn in small steps after the last answer.
  await page.waitForTimeout(400)
  const shifts = await page.evaluate(() => (window as unknown as { shifts: Shift[] }).shifts)
  return { value: shifts.reduce((sum, { value }) => sum + value, 0), moved: shifts.flatMap(({ moved }) => moved) }
}

type Listed = { products: { id: string; name: string; price: number | null; retailerCount: number }[] }

const best = async (category: string) => {
  const { products } = await ask<Listed>(`/api/products/list?category=${category}&inStock=true&limit=20`)
  const [first] = products.toSorted((a, b) => b.retailerCount - a.retailerCount)
  if (!first) throw new Error(`no ${category} in the demo`)
  return first
}

/** Begins a build in the browser before the page is opened. */
async function withBuild(page: Page): Promise<string[]> {
  const chosen = await Promise.all(['CPU', 'CASE', 'PSU'].map(async (slot) => ({ slot, product: await best(slot) })))
  const components = Object.fromEntries(
    chosen.map(({ slot, product }) => [slot, [{ id: `${slot}-${product.id}`, product, componentType: slot, addedAt: new Date(), price: product.price, quantity: 1 }]]),
  )
  const at = new Date()
  const currentBuild = { id: 'build-1', name: 'New Build', components, totalPrice: 0, isComplete: false, lastModified: at, createdAt: at, updatedAt: at, version: 1, tags: [] }
  const stored = JSON.stringify({ state: { currentBuild, unsavedChanges: false }, version: 1 })
  await page.addInitScript((text) => {
    if (localStorage.getItem('tajmeea.build') === null) localStorage.setItem('tajmeea.build', text)
  }, stored)
  return chosen.map(({ product }) => product.id)
}

const anybody = ['/', '/products', '/gpu', '/case', '/search?q=5070', '/search?q=qqqqqqqq', '/data-sources', '/login', '/signup', '/forgot-password', '/nowhere']
const signedIn = ['/', '/gpu', '/favorites', '/my-builds', '/settings']

for (const { code, locale } of languages) {
  for (const width of [360, 1280]) {
    test.describe(`the layout in ${code} at ${width} px`, () => {
      test.use({ locale, viewport: { width, height: width > 1000 ? 900 : 740 } })

      // A page that is not there is a page too.
      test.use({ allowedErrors: [/status of 404 .*\/nowhere/] })

      for (const begun of [false, true]) {
        test(`does not jump ${begun ? 'with a build' : 'without a build'}`, async ({ page }) => {
          test.setTimeout(180_000)
          await watchShifts(page)
          const parts = begun ? await withBuild(page) : []
          const gpu = await best('GPU')
          const ids = [gpu.id, ...parts].map((id) => `ids=${id}`).join('&')
          const list = [gpu.id, ...parts].map((id) => `part=${id}`).join('&')
          const jumps: string[] = []
          for (const path of [...anybody, `/product/${gpu.id}`, `/compare?${ids}`, `/parts-list?${list}`]) {
            const { value, moved } = await shiftOf(page, path)
            if (value > maxShift) jumps.push(`${path}: ${value.toFixed(3)} by ${[...new Set(moved)].slice(0, 6).join(', ')}`)
          }
          expect(jumps).toEqual([])
        })
      }

      test('does not jump for who is signed in', async ({ page }) => {
        test.setTimeout(120_000)
        const { email, password } = await makeAccount(`layout-${code}-${width}-${Date.now()}@example.com`)
        await page.goto('/')
        const answer = await page.request.post('/api/auth/login', { data: { email, password } })
        expect(answer.ok()).toBe(true)
        await watchShifts(page)
        await withBuild(page)
        const jumps: string[] = []
        for (const path of signedIn) {
          const { value, moved } = await shiftOf(page, path)
          if (value > maxShift) jumps.push(`${path}: ${value.toFixed(3)} by ${[...new Set(moved)].slice(0, 6).join(', ')}`)
        }
        expect(jumps).toEqual([])
      })
    })
  }
}
