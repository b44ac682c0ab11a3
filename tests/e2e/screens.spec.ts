import { mkdirSync } from 'node:fs'
import { resolve } from 'node:path'
import type { Page } from '@playwright/test'
import { beginBuild, best, saveBuild, type Listed } from './begun.ts'
import { expect, languages, test } from './browser.ts'
import { ask, makeAccount, system } from './system.ts'

// Every route in both languages at four widths: no message in the console, no request to another host, no horizontal
// scrolling. A screenshot of each is saved in `target/checks/screens` for review.

test.use({ trace: 'off' })

/** Screens with their height: a phone, a tablet, a laptop, a large one. */
const screens = [
  { width: 360, height: 740 },
  { width: 768, height: 1024 },
  { width: 1280, height: 800 },
  { width: 1920, height: 1080 },
]
/** Height of a screenshot, in px. Longer pages only repeat the same elements below it. */
const maxHeight = 2600
const folder = resolve(system.root, 'target/checks/screens')

/** Addresses that answer 404: the browser itself reports each in the console. */
const absent = ['/nowhere', '/toaster', '/gpu/nothing-of-this-name', '/product/00000000-0000-4000-8000-000000000000', '/build/AAAAAAAAAAAAAAAAAAAAAA', '/build/no-token']

async function everybodysRoutes(): Promise<string[]> {
  const { categories } = await ask<{ categories: { route: string | null }[] }>('/api/categories')
  const { products } = await ask<Listed>('/api/products/list?limit=100&sort=name_desc&inStock=false')
  const unsold = products.find(({ retailerCount }) => retailerCount === 0)
  const [first, second] = [await best('GPU'), await best('CPU')]
  return [
    '/', '/builder', '/products', ...categories.flatMap(({ route }) => route ?? []), '/gpu/rtx-5070', '/gpu?manufacturer=Nobody', '/gpu?page=400',
    '/search', '/search?q=ryzen+7+under+200', '/search?q=qqqqqqqq', `/product/${first.id}`, ...(unsold ? [`/product/${unsold.id}`] : []),
    '/compare', `/compare?ids=${first.id}&ids=${second.id}`, '/parts-list', `/parts-list?part=${first.id}&part=${second.id}`, '/data-sources', '/build-for', '/build-for?budget=900&use=gaming-4k&wish=quiet', '/build-for?budget=110&use=gaming-4k',
    '/login', '/signup', '/forgot-password', '/reset-password', '/reset-password?token=abc', '/verify-email', ...absent,
  ]
}

/** Returns the pages that show the build stored in this browser. */
async function routesWithBuild(chosen: string[]): Promise<string[]> {
  const gpu = await best('GPU')
  return ['/', '/gpu', '/gpu?fit=false', '/search?q=rtx', `/product/${gpu.id}`, `/product/${chosen[0]}`, `/compare?ids=${gpu.id}&ids=${chosen[0]}`, `/parts-list?${chosen.map((id) => `part=${id}`).join('&')}`]
}

const ownRoutes = ['/', '/gpu', '/favorites', '/my-builds', '/settings']
const panelRoutes = ['analytics', 'prices', 'matches', 'manufacturers', 'products', 'audit', 'operations', 'operations&view=quarantine', 'operations&view=jobs', 'users'].map((tab) => `/admin?tab=${tab}`)

/** Collects faults that no page may have: console messages, and requests to other hosts. */
function watch(page: Page): string[] {
  const faults: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'warning') faults.push(`warns on ${page.url()}: ${message.text()}`)
  })
  page.on('request', (request) => {
    const { origin, protocol } = new URL(request.url())
    if (protocol.startsWith('http') && origin !== system.url) faults.push(`${page.url()} asks ${request.url()}`)
  })
  return faults
}

/** Waits until the layout has settled at a new width and the visible pictures have loaded. */
async function settled(page: Page): Promise<void> {
  await page.evaluate(() => new Promise<void>((done) => requestAnimationFrame(() => requestAnimationFrame(() => done()))))
  await page.waitForFunction(() => [...document.images].every((picture) => picture.complete || picture.loading === 'lazy'))
}

/** Opens a page at one width and checks it at all four; returns the widths at which it scrolls horizontally. */
async function look(page: Page, path: string, name: string, first: number): Promise<string[]> {
  const order = [...screens.slice(first), ...screens.slice(0, first)]
  await page.setViewportSize(order[0] ?? { width: 360, height: 740 })
  await page.goto(path)
  await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible()
  await expect(page.getByRole('banner')).toBeVisible()
  await page.waitForLoadState('networkidle')
  const wider: string[] = []
  for (const { width, height } of order) {
    await page.setViewportSize({ width, height })
    await settled(page)
    const size = await page.evaluate(() => ({ beyond: document.documentElement.scrollWidth - document.documentElement.clientWidth, height: document.documentElement.scrollHeight }))
    if (size.beyond > 0) wider.push(`${path} is ${size.beyond} px wider than a screen of ${width}`)
    const clip = { x: 0, y: 0, width, height: Math.min(Math.max(size.height, height), maxHeight) }
    await page.screenshot({ path: resolve(folder, `${name}-${width}.jpg`), type: 'jpeg', quality: 70, fullPage: true, clip })
  }
  return wider
}

/** Checks every route; each starts at another width, so that pages are tested both by loading and by resizing. */
async function lookAtAll(page: Page, code: string, kind: string, paths: string[]): Promise<string[]> {
  mkdirSync(resolve(folder, code), { recursive: true })
  const faults = watch(page)
  for (const [turn, path] of paths.entries()) {
    const words = path.replace(/^\/ar(?=\/|$)/, '').replaceAll(/[\da-f]{8}-[\da-f-]{27}|(?<=\/build\/)[\w-]{22}/g, 'id')
    const name = [turn + 1, ...words.match(/\w+/g) ?? ['home']].join('-').slice(0, 60)
    // oxlint-disable-next-line no-await-in-loop -- one page, one route after the other
    faults.push(...(await look(page, path, `${code}/${kind}-${name}`, turn % screens.length)))
  }
  return faults
}

/** Number of parts into which the public routes are divided, so that both workers are busy until the end. */
const parts = 3

for (const { code, locale } of languages) {
  /** Public pages have an Arabic address; private pages take the browser's language. */
  const addressOf = (path: string) => (code === 'ar' ? `/ar${path === '/' ? '' : path}` : path)

  test.describe(`every route in ${code} on four widths`, () => {
    // A product that was never sold has no history: the specified answer is 404.
    test.use({ locale, allowedErrors: [new RegExp(`status of 404 .*(${absent.join('|')}|/api/builds/|/api/products\\?|/price-history\\?)`)] })

    for (let part = 0; part < parts; part += 1) {
      test(`shows anybody a quiet page, part ${part + 1} of ${parts}`, async ({ page }) => {
        test.setTimeout(240_000)
        const paths = (await everybodysRoutes()).map(addressOf).filter((_, turn) => turn % parts === part)
        expect(await lookAtAll(page, code, `anybody-${part + 1}`, paths)).toEqual([])
      })
    }

    test('shows a quiet page to whoever has a build open', async ({ page }) => {
      test.setTimeout(240_000)
      const chosen = await beginBuild(page, ['CPU', 'MOTHERBOARD', 'RAM', 'CASE', 'PSU'])
      expect(await lookAtAll(page, code, 'build', (await routesWithBuild(chosen)).map(addressOf))).toEqual([])
    })

    test('shows a quiet page to whoever is signed in, and to administrators', async ({ page }) => {
      test.setTimeout(240_000)
      const account = await makeAccount(`screens-${code}-${Date.now()}@example.com`)
      await page.goto('/')
      expect((await page.request.post('/api/auth/login', { data: account })).ok()).toBe(true)
      const [cpu, memory, gpu] = [await best('CPU'), await best('RAM'), await best('GPU')]
      expect((await page.request.post('/api/favorites', { data: { productId: gpu.id } })).ok()).toBe(true)
      const first = await saveBuild(page, 'Falcon صقر', { CPU: cpu.id, RAM: memory.id, GPU: gpu.id })
      const second = await saveBuild(page, 'Second', { CPU: cpu.id, RAM: memory.id })
      const own = [...ownRoutes, `/product/${gpu.id}`, `/build/${first.shareToken}`, `/my-builds/compare?ids=${first.id}&ids=${second.id}`]
      expect(await lookAtAll(page, code, 'own', [...own, ...panelRoutes])).toEqual([])
    })
  })
}
