import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, test, vi } from 'vitest'
import { reportStoredResponse, useConnection } from '~/api/connection'

const source = readFileSync(join(import.meta.dirname, '../../public/service-worker.js'), 'utf8')
const origin = 'https://tajmeea.example'

type Handler = (event: Record<string, unknown>) => void
type Kept = Map<string, Response>

/** Starts the worker with stores in memory. `answer` is the server; it throws while there is no connection. */
function startWorker(answer: (path: string) => Response) {
  const handlers = new Map<string, Handler>()
  const stores = new Map<string, Kept>()
  const keyOf = (request: Request | string) => new URL(typeof request === 'string' ? request : request.url, origin).href
  const open = (name: string) => {
    const kept: Kept = stores.get(name) ?? new Map()
    stores.set(name, kept)
    return Promise.resolve({
      match: (request: Request | string) => Promise.resolve(kept.get(keyOf(request))?.clone()),
      put: (request: Request | string, response: Response) => Promise.resolve(kept.set(keyOf(request), response)),
      delete: (request: Request | string) => Promise.resolve(kept.delete(keyOf(request))),
      keys: () => Promise.resolve([...kept.keys()]),
    })
  }
  const caches = {
    open,
    keys: () => Promise.resolve([...stores.keys()]),
    delete: (name: string) => Promise.resolve(stores.delete(name)),
  }
  const asked: string[] = []
  const shown: object[] = []
  const opened: string[] = []
  const fetch = (request: Request | string) => {
    const { pathname, search } = new URL(keyOf(request))
    asked.push(pathname + search)
    return new Promise<Response>((resolve) => resolve(answer(pathname + search)))
  }
  const self = {
    addEventListener: (type: string, handler: Handler) => handlers.set(type, handler),
    skipWaiting: () => undefined,
    location: { origin },
    registration: {
      showNotification: (title: string, options: object) => Promise.resolve(shown.push({ title, ...options })),
    },
    clients: {
      claim: () => Promise.resolve(),
      matchAll: () => Promise.resolve([{ url: `${origin}/settings`, focus: () => opened.push('the open window') }]),
      openWindow: (address: string) => Promise.resolve(opened.push(address)),
    },
  }
  // oxlint-disable-next-line no-implied-eval, typescript/no-implied-eval -- the file is a script of its own
  new Function('self', 'caches', 'fetch', source)(self, caches, fetch)
  async function send(type: string, event: Record<string, unknown>): Promise<Response | undefined> {
    let response: Promise<Response> | undefined
    const waits: Promise<unknown>[] = []
    handlers.get(type)?.({
      ...event,
      respondWith: (promise: Promise<Response>) => (response = promise),
      waitUntil: (promise: Promise<unknown>) => waits.push(promise),
    })
    const answered = await response
    await Promise.all(waits)
    return answered
  }
  const get = (path: string, mode = 'cors') => send('fetch', { request: { url: origin + path, method: 'GET', mode } })
  return { asked, shown, opened, stores, send, get, open: (path: string) => get(path, 'navigate') }
}

const of = (body: string, type: string, control = 'public, no-cache') =>
  new Response(body, { headers: { 'content-type': type, 'cache-control': control } })
const page = (release: string) =>
  of(`<html lang="en"><script type="module" crossorigin src="/assets/${release}.js"></script></html>`, 'text/html')

afterEach(() => {
  vi.unstubAllGlobals()
  useConnection.setState({ lost: false, storedAt: undefined })
})

test('a page and its answers are read again without a connection, with their time', async () => {
  let lost = false
  const worker = startWorker((path) => {
    if (lost) throw new TypeError('no connection')
    return path.startsWith('/api/') ? of('{"n":1}', 'application/json') : page('one')
  })
  await worker.open('/gpu')
  await worker.get('/api/products?id=1')
  lost = true
  const html = await (await worker.open('/gpu'))?.text()
  expect(html).toMatch(/^<html data-stored-at="20[^"]+Z" lang="en">/)
  const answer = await worker.get('/api/products?id=1')
  expect(await answer?.json()).toEqual({ n: 1 })
  expect(answer?.headers.get('x-stored-at')).toMatch(/Z$/)
  // The app shows every other page of the language from its home page; other calls fail as before.
  expect(await (await worker.open('/cpu'))?.text()).toContain('/assets/one.js')
  await expect(worker.open('/ar/cpu')).rejects.toThrow('no connection')
  await expect(worker.get('/api/products?id=2')).rejects.toThrow('no connection')
})

test('a new release is never answered with the script of an old one', async () => {
  let release = 'one'
  const worker = startWorker((path) => (path.startsWith('/assets/') ? of(path, 'text/javascript') : page(release)))
  await worker.open('/gpu')
  await worker.get('/assets/one.js')
  release = 'two'
  expect(await (await worker.open('/gpu'))?.text()).toContain('/assets/two.js')
  expect(await (await worker.get('/assets/two.js'))?.text()).toBe('/assets/two.js')
  const shell = worker.stores.get('tajmeea-1-pages')?.get(`${origin}/`)
  expect(await shell?.clone().text()).toContain('/assets/two.js')
  // A file of a name that is stored needs no request.
  worker.asked.length = 0
  await worker.get('/assets/one.js')
  expect(worker.asked).toEqual([])
})

test('what the server answers one user alone is never stored, nor are failures', async () => {
  const worker = startWorker((path) => {
    if (path === '/api/missing') return new Response('', { status: 404, headers: { 'cache-control': 'public' } })
    return of('{}', path.startsWith('/api/') ? 'application/json' : 'text/html', 'no-store')
  })
  await worker.get('/api/auth/me')
  await worker.get('/api/missing')
  await worker.open('/settings')
  expect([...worker.stores.values()].flatMap((kept) => [...kept.keys()])).toEqual([])
  // Changes, other sites and suggestions are no matter of the worker.
  const request = { url: `${origin}/api/builds`, method: 'POST', mode: 'cors' }
  expect(await worker.send('fetch', { request })).toBeUndefined()
  expect(
    await worker.send('fetch', { request: { ...request, method: 'GET', url: 'https://other.example/' } }),
  ).toBeUndefined()
  expect(await worker.get('/api/suggest?q=rtx')).toBeUndefined()
})

test('the oldest responses leave first, and stores of another form at the start', async () => {
  const worker = startWorker((path) => of(path, 'application/json'))
  for (let id = 0; id < 125; id += 1) await worker.get(`/api/products?id=${id}`)
  const kept = [...(worker.stores.get('tajmeea-1-answers')?.keys() ?? [])]
  expect(kept).toHaveLength(120)
  expect(kept[0]).toBe(`${origin}/api/products?id=5`)
  worker.stores.set('tajmeea-0-pages', new Map())
  worker.stores.set('other', new Map())
  await worker.send('activate', {})
  expect([...worker.stores.keys()]).toEqual(['tajmeea-1-answers', 'other'])
})

test('what the first page loaded is stored once it tells', async () => {
  const worker = startWorker((path) => (path.startsWith('/assets/') ? of(path, 'text/javascript') : page('one')))
  await worker.send('message', {
    data: { path: '/ar/gpu', files: [`${origin}/assets/a.js`, 'https://other.example/assets/b.js'] },
  })
  expect(worker.asked.toSorted()).toEqual(['/ar', '/assets/a.js'])
})

test('the page knows the oldest of the stored responses', () => {
  vi.stubGlobal('fetch', () => Promise.resolve(new Response()))
  for (const at of ['2026-11-02T00:00:00Z', '2026-11-01T00:00:00Z', '2026-11-03T00:00:00Z'])
    reportStoredResponse(new Response('', { headers: { 'x-stored-at': at } }))
  reportStoredResponse(new Response(''))
  expect(useConnection.getState().storedAt).toBe('2026-11-01T00:00:00Z')
})

test('a message is shown as a notification, which opens its page on this site', async () => {
  const worker = startWorker(() => page('one'))
  const message = { title: 'نزل السعر', body: 'الحين', tag: 'a', lang: 'ar', dir: 'rtl' }
  const push = (json: () => object) => worker.send('push', { data: { json } })
  await push(() => ({ ...message, link: `${origin}/ar/product/1?x=2` }))
  await push(() => ({ ...message, link: 'https://other.example/ar/gpu' }))
  await push(() => JSON.parse('not JSON') as object)
  const icon = '/icons/icon-192.png'
  expect(worker.shown).toEqual([
    { ...message, icon, data: { link: '/ar/product/1?x=2' } },
    { ...message, icon, data: { link: '/' } },
    { title: 'Tajmeea', data: { link: '/' } },
  ])
  for (const link of ['/ar/product/1?x=2', '/settings'])
    await worker.send('notificationclick', { notification: { close: () => undefined, data: { link } } })
  expect(worker.opened).toEqual([`${origin}/ar/product/1?x=2`, 'the open window'])
})
