import { mkdirSync } from 'node:fs'
import { resolve } from 'node:path'
import type { Page } from '@playwright/test'
import { storeBuild, findMostOffered, saveBuild, type Listed } from './buildSetup.ts'
import { accessibilityViolations, expect, languages, test } from './browser.ts'
import { layoutShift, recordShifts, unchangedFor } from './layoutShift.ts'
import { ask, makeAccount, system } from './system.ts'

// Every route in both languages, loaded on a phone and on a laptop: axe finds no violation, the layout does not shift,
// the console has no message, and no request goes to another host. No page scrolls sideways there, nor on a tablet or a
// large screen. One visit checks all of it, because loading a page takes longer than any of the checks.

// The list of faults tells enough, and recording a trace of every page takes as long as checking it.
test.use({ trace: 'off' })

/** Screens on which a page is loaded, each with the larger one to which its window grows afterwards. */
const screens = [
  { width: 360, height: 740, grown: { width: 768, height: 1024 } },
  { width: 1280, height: 800, grown: { width: 1920, height: 1080 } },
]
/** Limit of the cumulative layout shift of a page. Google calls 0.1 good; our pages have nothing that needs to move. */
const maxShift = 0.02
/** The limit of routes that still settle while they load: the panel's tabs, and the header on a product for users. */
const maxSettlingShift = 0.06
/** Height of a screenshot, in px. Longer pages only repeat the same elements below it. */
const maxHeight = 2600
/** With SCREENSHOTS=1 the folder that gets a picture of every route, for review. Taking them triples the time. */
const folder = process.env.SCREENSHOTS ? resolve(system.root, 'target/checks/screens') : null
/** Number of parts into which the public routes are divided, so that all workers are busy until the end. */
const parts = 2

/** Addresses that answer 404: the browser itself reports each in the console. */
const absent = [
  '/nowhere',
  '/toaster',
  '/gpu/nothing-of-this-name',
  '/product/00000000-0000-4000-8000-000000000000',
  '/build/AAAAAAAAAAAAAAAAAAAAAA',
  '/build/no-token',
  '/no/such/page',
  '/shop/nobody',
]

/** Routes on which axe runs on wide screens only, since they differ from others in their words alone. */
const sameButForWords = new Set<string>()

async function publicRoutes(): Promise<string[]> {
  const { categories } = await ask<{ categories: { route: string | null }[] }>('/api/categories')
  const { products } = await ask<Listed>('/api/products/list?limit=100&sort=name_desc&inStock=false')
  const unsold = products.find(({ retailerCount }) => retailerCount === 0)
  const [first, second] = [await findMostOffered('GPU'), await findMostOffered('CPU')]
  const listings = categories.flatMap(({ route }) => route ?? [])
  for (const route of listings.slice(3)) sameButForWords.add(route)
  return [
    '/',
    '/builder',
    '/products',
    ...listings,
    '/gpu/rtx-5070',
    '/gpu?manufacturer=Nobody',
    '/gpu?page=400',
    '/search',
    '/search?q=5070',
    '/search?q=ryzen+7+under+200',
    '/search?q=qqqqqqqq',
    `/product/${first.id}`,
    ...(unsold ? [`/product/${unsold.id}`] : []),
    '/compare',
    `/compare?ids=${first.id}&ids=${second.id}`,
    '/parts-list',
    `/parts-list?part=${first.id}`,
    `/parts-list?part=${first.id}&part=${second.id}`,
    '/deals',
    '/deals?category=GPU',
    '/data-sources',
    '/for-shops',
    '/about',
    '/how-prices-are-read',
    '/privacy',
    '/terms',
    '/contact',
    '/shop/dhow-digital',
    '/share',
    '/scan',
    '/scan?gtin=590123412345',
    '/build-for',
    '/build-for?budget=500&use=gaming-1440p&wish=quiet',
    '/build-for?budget=900&use=gaming-4k&wish=quiet',
    '/build-for?budget=110&use=gaming-4k',
    '/upgrade',
    '/login',
    '/signup',
    '/forgot-password',
    '/reset-password',
    '/reset-password?token=abc',
    '/verify-email',
    '/unsubscribe',
    '/unsubscribe?token=abc',
    ...absent,
  ]
}

/** Returns the pages that show the build stored in this browser. */
async function routesWithBuild(chosen: string[]): Promise<string[]> {
  const gpu = await findMostOffered('GPU')
  return [
    '/',
    '/products',
    '/gpu',
    '/gpu?fit=false',
    '/gpu/rtx-5070',
    '/case',
    '/deals',
    '/search?q=rtx',
    '/search?q=qqqqqqqq',
    `/product/${gpu.id}`,
    `/product/${chosen[0]}`,
    `/compare?ids=${gpu.id}&ids=${chosen[0]}`,
    `/parts-list?${chosen.map((id) => `part=${id}`).join('&')}`,
    '/data-sources',
    '/for-shops',
    '/privacy',
    '/shop/dhow-digital',
    '/upgrade?budget=200&use=gaming-1440p',
    '/upgrade?budget=20&use=office',
    '/login',
    '/nowhere',
  ]
}

const accountRoutes = ['/', '/gpu', '/favorites', '/my-builds', '/settings']
const panelRoutes = [
  '',
  ...[
    'analytics',
    'prices',
    'matches',
    'manufacturers',
    'products',
    'audit',
    'operations',
    'operations&view=quarantine',
    'operations&view=learnt',
    'operations&view=jobs',
    'operations&view=clickOuts',
    'users',
  ].map((tab) => `?tab=${tab}`),
].map((query) => `/admin${query}`)

/** Collects faults that no page may have: warnings in the console, and requests to other hosts. */
function watchFaults(page: Page): string[] {
  const faults: string[] = []
  page.on('console', (message) => {
    // The tests do without the service worker, so that every page comes from the server (playwright.config.ts).
    if (message.text() === 'Service Worker registration blocked by Playwright') return
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
  await page.evaluate(
    () => new Promise<void>((done) => requestAnimationFrame(() => requestAnimationFrame(() => done()))),
  )
  await page.waitForFunction(() =>
    [...document.images].every((picture) => picture.complete || picture.loading === 'lazy'),
  )
}

/** Says where a page is wider than the window, and takes a screenshot where they are asked for. */
async function checkWidth(page: Page, path: string, name: string): Promise<string[]> {
  await settled(page)
  const { width = 0, height: shown = 0 } = page.viewportSize() ?? {}
  const { beyond, height } = await page.evaluate(() => ({
    beyond: document.documentElement.scrollWidth - document.documentElement.clientWidth,
    height: document.documentElement.scrollHeight,
  }))
  if (folder) {
    const clip = { x: 0, y: 0, width, height: Math.min(Math.max(height, shown), maxHeight) }
    await page.screenshot({
      path: resolve(folder, `${name}-${width}.jpg`),
      type: 'jpeg',
      quality: 70,
      fullPage: true,
      clip,
    })
  }
  return beyond > 0 ? [`${path} is ${beyond} px wider than a screen of ${width}`] : []
}

/** Loads a page on a screen, checks it, and checks its width once more in the grown window. */
async function checkRoute(
  page: Page,
  path: string,
  name: string,
  screen: (typeof screens)[number],
  axe: boolean,
): Promise<string[]> {
  await page.setViewportSize({ width: screen.width, height: screen.height })
  await page.goto(path)
  await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible()
  await expect(page.getByRole('banner')).toBeVisible()
  await page.waitForLoadState('networkidle')
  await unchangedFor(page, 400)
  const { value, moved } = await layoutShift(page)
  const settles = path.startsWith('/admin?') || /account-.*product/.test(name)
  const faults =
    value > (settles ? maxSettlingShift : maxShift)
      ? [`${path} shifts by ${value.toFixed(3)} at ${screen.width} px: ${moved.slice(0, 6).join(', ')}`]
      : []
  faults.push(...(await checkWidth(page, path, name)))
  if (axe) faults.push(...(await accessibilityViolations(page, `${path} at ${screen.width} px`)))
  await page.setViewportSize(screen.grown)
  return [...faults, ...(await checkWidth(page, path, name))]
}

/** Checks routes one after the other; returns all faults. */
async function checkRoutes(
  page: Page,
  screen: (typeof screens)[number],
  folderName: string,
  paths: string[],
  axe: (path: string) => boolean,
): Promise<string[]> {
  if (folder) mkdirSync(resolve(folder, folderName.split('/')[0] ?? ''), { recursive: true })
  await recordShifts(page)
  const faults = watchFaults(page)
  for (const [turn, path] of paths.entries()) {
    const words = path.replace(/^\/ar(?=\/|$)/, '').replaceAll(/[\da-f]{8}-[\da-f-]{27}|(?<=\/build\/)[\w-]{22}/g, 'id')
    const name = [turn + 1, ...(words.match(/\w+/g) ?? ['home'])].join('-').slice(0, 60)
    // oxlint-disable-next-line no-await-in-loop -- one page, one route after the other
    faults.push(...(await checkRoute(page, path, `${folderName}-${name}`, screen, axe(path))))
  }
  return faults
}

for (const { code, locale } of languages) {
  /** Public pages have an Arabic address; private pages take the browser's language. */
  const addressOf = (path: string) => (code === 'ar' ? `/ar${path === '/' ? '' : path}` : path)

  for (const screen of screens) {
    test.describe(`every route in ${code} at ${screen.width} px`, () => {
      // A product that was never sold has no history: the specified answer is 404.
      test.use({
        locale,
        allowedErrors: [
          new RegExp(
            `status of 404 .*(${absent.join('|')}|/api/builds/|/api/products\\?|/api/retailers/|/price-history\\?)`,
          ),
        ],
      })

      for (let part = 0; part < parts; part += 1) {
        test(`is accessible, shows no errors and does not shift for visitors, part ${part + 1} of ${parts}`, async ({
          page,
        }) => {
          test.setTimeout(360_000)
          const paths = (await publicRoutes()).filter((_, turn) => turn % parts === part)
          const axe = (path: string) => screen.width > 1000 || !sameButForWords.has(path.replace(/^\/ar(?=\/)/, ''))
          expect(await checkRoutes(page, screen, `${code}/anybody-${part + 1}`, paths.map(addressOf), axe)).toEqual([])
        })
      }

      test('shows no errors and does not shift with a build', async ({ page }) => {
        test.setTimeout(360_000)
        const chosen = await storeBuild(page, ['CPU', 'MOTHERBOARD', 'RAM', 'CASE', 'PSU'])
        expect(
          await checkRoutes(page, screen, `${code}/build`, (await routesWithBuild(chosen)).map(addressOf), () => false),
        ).toEqual([])
      })

      test('shows no errors and does not shift for users and administrators', async ({ page }) => {
        test.setTimeout(360_000)
        const account = await makeAccount(`routes-${code}-${screen.width}-${Date.now()}@example.com`)
        await page.goto('/')
        expect((await page.request.post('/api/auth/login', { data: account })).ok()).toBe(true)
        const [cpu, memory, gpu] = [
          await findMostOffered('CPU'),
          await findMostOffered('RAM'),
          await findMostOffered('GPU'),
        ]
        expect((await page.request.post('/api/favorites', { data: { productId: gpu.id } })).ok()).toBe(true)
        const first = await saveBuild(page, 'Falcon صقر', { CPU: cpu.id, RAM: memory.id, GPU: gpu.id })
        const second = await saveBuild(page, 'Second', { CPU: cpu.id, RAM: memory.id })
        const own = [
          ...accountRoutes,
          `/product/${gpu.id}`,
          `/build/${first.shareToken}`,
          `/my-builds/compare?ids=${first.id}&ids=${second.id}`,
        ]
        expect(await checkRoutes(page, screen, `${code}/account`, [...own, ...panelRoutes], () => false)).toEqual([])
      })
    })
  }
}
