import type { Page } from '@playwright/test'
import { beginBuild, best, saveBuild } from './begun.ts'
import { expect, languages, test } from './browser.ts'
import { makeAccount } from './system.ts'

// The layout does not shift: drawn elements keep their place while the rest loads, on every route, signed in or not.

test.use({ trace: 'off' })

/** Limit of the cumulative layout shift of a page. Google calls 0.1 good; our pages have nothing that needs to move. */
const maxShift = 0.02

type Shift = { value: number; moved: string[] }

/** Records the layout shifts of a page from its first frame on. */
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

/** Returns the layout shift of a page until everything is loaded, and the elements that moved. */
async function shiftOf(page: Page, path: string): Promise<Shift> {
  await page.goto(path)
  await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible()
  await page.waitForLoadState('networkidle')
  // Wait for content that is drawn in small steps after the last answer.
  await page.waitForTimeout(400)
  const shifts = await page.evaluate(() => (window as unknown as { shifts: Shift[] }).shifts)
  return { value: shifts.reduce((sum, { value }) => sum + value, 0), moved: shifts.flatMap(({ moved }) => moved) }
}

const anybody = ['/', '/ar', '/products', '/gpu', '/ar/gpu', '/gpu/rtx-5070', '/ar/gpu/rtx-5070', '/case', '/search?q=5070', '/search?q=qqqqqqqq', '/data-sources', '/build-for?budget=500&use=gaming-1440p', '/login', '/signup', '/forgot-password', '/reset-password', '/reset-password?token=abc', '/nowhere']
const signedIn = ['/', '/gpu', '/favorites', '/my-builds', '/settings', '/admin']

for (const { code, locale } of languages) {
  for (const width of [360, 1280]) {
    test.describe(`the layout in ${code} at ${width} px`, () => {
      test.use({ locale, viewport: { width, height: width > 1000 ? 900 : 740 } })

      // A page for an unknown address is checked too.
      test.use({ allowedErrors: [/status of 404 .*\/nowhere/] })

      for (const begun of [false, true]) {
        test(`does not jump ${begun ? 'with a build' : 'without a build'}`, async ({ page }) => {
          test.setTimeout(180_000)
          await watchShifts(page)
          const parts = begun ? await beginBuild(page) : []
          const gpu = await best('GPU')
          const ids = [gpu.id, ...parts].map((id) => `ids=${id}`).join('&')
          const list = [gpu.id, ...parts].map((id) => `part=${id}`).join('&')
          const jumps: string[] = []
          for (const path of [...anybody, `/product/${gpu.id}`, `/ar/product/${gpu.id}`, `/compare?${ids}`, `/parts-list?${list}`]) {
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
        const [cpu = '', chassis = '', psu = ''] = await beginBuild(page)
        const gpu = await best('GPU')
        const first = await saveBuild(page, 'First', { CPU: cpu, CASE: chassis, GPU: gpu.id })
        const second = await saveBuild(page, 'Second', { CPU: cpu, PSU: psu })
        const jumps: string[] = []
        for (const path of [...signedIn, `/build/${first.shareToken}`, `/my-builds/compare?ids=${first.id}&ids=${second.id}`]) {
          const { value, moved } = await shiftOf(page, path)
          if (value > maxShift) jumps.push(`${path}: ${value.toFixed(3)} by ${[...new Set(moved)].slice(0, 6).join(', ')}`)
        }
        expect(jumps).toEqual([])
      })
    })
  }
}
