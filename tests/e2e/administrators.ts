import { request as requests, type APIRequestContext, type Page } from '@playwright/test'
import { accessibilityViolations, expect, languages, type Text } from './browser.ts'
import { ask, ingest, makeAccount, system } from './system.ts'

// Administrators of the real system: their calls of the API, and their actions in the admin panel.

type Side = { id: string; name: string; retailer: string; url: string }
type Match = { id: string; confidence: number; referenceProduct: Side; candidateProduct: Side }
type Queue = { matches: Match[]; total: number; confidentCount: number }
export type Detail = { retailers: { retailer: string; url: string; price: number }[] }
type Offer = {
  id: string
  name: string
  category: string | null
  price: number
  retailer: string
  inStock: boolean
  ended: boolean
  url: string
  canonicalId: string
  canonicalName: string
  pinned: string[]
}
type OperationsState = {
  retailers: { slug: string; lastCrawl: { startedAt: string; finishedAt: string | null } | null }[]
}

/** Creates an administrator; returns API calls with the administrator's session. Without a name, it is `Admin`. */
export async function administrator(
  mailbox: string,
  name?: string,
): Promise<{ api: APIRequestContext; email: string }> {
  const account = await makeAccount(`${mailbox}-${Date.now()}@example.com`, name)
  const api = await requests.newContext({ baseURL: system.url, extraHTTPHeaders: { origin: system.url } })
  expect((await api.post('/api/auth/login', { data: account })).status()).toBe(200)
  return { api, email: account.email }
}

export const loadQueue = async (api: APIRequestContext, status = 'pending', sort = 'worth'): Promise<Queue> =>
  (await api.get(`/api/admin/matches?status=${status}&sort=${sort}&limit=100`)).json() as Promise<Queue>

export const listOffers = async (api: APIRequestContext, query: string): Promise<Offer[]> =>
  ((await (await api.get(`/api/admin/products?${query}`)).json()) as { products: Offer[] }).products

/** Returns the start time of a retailer's last finished crawl. */
export async function lastCrawl(api: APIRequestContext, slug: string): Promise<string | undefined> {
  const { retailers } = (await (await api.get('/api/admin/operations')).json()) as OperationsState
  const last = retailers.find((one) => one.slug === slug)?.lastCrawl
  return last?.finishedAt ? last.startedAt : undefined
}

/** Crawls a retailer by a job, as an administrator would, and waits for its end. A crawl that is queued already counts. */
export async function crawlByJob(api: APIRequestContext, slug: string): Promise<void> {
  const last = await lastCrawl(api, slug)
  const answer = await api.post(`/api/admin/retailers/${slug}/crawl`)
  expect([202, 409]).toContain(answer.status())
  await expect.poll(async () => [last, undefined].includes(await lastCrawl(api, slug)), { timeout: 60_000 }).toBe(false)
}

/** Returns a demo retailer's name in a language. */
export const localRetailerName = (text: Text, name: string): string =>
  text === languages[1].text ? (arabicRetailerNames.get(name) ?? name) : name

export const arabicRetailerNames = new Map([
  ['Bandar PC', 'بندر بي سي'],
  ['Noor Computers', 'نور كمبيوتر'],
])

/** Waits until the matcher has put matches into the review queue. */
export async function waitForMatches(api: APIRequestContext): Promise<void> {
  if ((await loadQueue(api, 'all')).total > 0) return
  await ingest('jobs', 'add', 'link')
  await expect.poll(async () => (await loadQueue(api)).total, { timeout: 60_000 }).toBeGreaterThan(10)
}

export const isMatched = async ({ referenceProduct, candidateProduct }: Match): Promise<boolean> =>
  (await ask<Detail>(`/api/products?id=${referenceProduct.id}`)).retailers.some(
    ({ url }) => url === candidateProduct.url,
  )

/**
 * Returns a pattern for a text of the web with its gaps filled in order; in Arabic, invisible marks isolate each
 * value's direction.
 */
export function textPattern(text: string, ...values: (string | number)[]): RegExp {
  const parts = text.split(/\{\{\w+\}\}/)
  return new RegExp(
    `^${parts.map((part, index) => literal(part) + (index < values.length ? `[\u2066-\u2069]?${literal(String(values[index]))}[\u2066-\u2069]?` : '')).join('')}$`,
  )
}

const literal = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')

export async function expectAccessible(page: Page, where: string) {
  expect(await accessibilityViolations(page, where)).toEqual([])
}

/** The same from the top of the page: elsewhere the header covers a part of what lies below its edge. */
export async function expectAccessibleFromTop(page: Page, where: string) {
  await page.evaluate(() => window.scrollTo(0, 0))
  await expectAccessible(page, where)
}

/** Selects a match in the queue; returns the part of the page that shows it. */
export async function selectMatch(page: Page, text: Text, { candidateProduct }: Match) {
  await page
    .getByRole('region', { name: text.admin.match.queue })
    .getByRole('button')
    .filter({ hasText: candidateProduct.name })
    .first()
    .click()
  const pair = page.getByRole('region', { name: text.admin.match.same })
  await expect(pair.getByRole('paragraph').filter({ hasText: candidateProduct.name }).last()).toBeVisible()
  return pair
}
