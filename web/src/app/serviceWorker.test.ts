import { readFileSync } from 'node:fs'
import { expect, it, vi } from 'vitest'

const code = readFileSync('public/service-worker.js', 'utf8')

/** Runs the worker with these answers of the server, and returns a function that dispatches an event to it. */
function startWorker(answer: (method: string, path: string) => Response) {
  const listeners = new Map<string, (event: object) => void>()
  const subscribed = { toJSON: () => ({ endpoint: 'https://push.test/new', keys: { p256dh: 'p', auth: 'a' } }) }
  const subscribe = vi.fn(() => Promise.resolve(subscribed))
  const self = {
    addEventListener: (name: string, listener: (event: object) => void) => listeners.set(name, listener),
    registration: { pushManager: { subscribe } },
  }
  const requests: [string, string, unknown?][] = []
  const fetch = (path: string, { method = 'GET', body }: { method?: string; body?: string } = {}) => {
    requests.push(body === undefined ? [method, path] : [method, path, JSON.parse(body)])
    return Promise.resolve(answer(method, path))
  }
  // oxlint-disable-next-line typescript/no-implied-eval -- a worker is a script of its own
  new Function('self', 'fetch', code)(self, fetch)
  async function dispatch(name: string, event: object) {
    let done: Promise<unknown> = Promise.resolve()
    listeners.get(name)?.({ ...event, waitUntil: (promise: Promise<unknown>) => (done = promise) })
    await done
  }
  return { dispatch, requests, subscribe }
}

const channel = { id: '7', kind: 'PUSH', address: 'https://push.test/old', device: 'Firefox', language: 'ar' }
const list = () => Response.json({ channels: [channel], pushKey: 'BKey' })
const added = {
  kind: 'PUSH',
  address: 'https://push.test/new',
  keys: { p256dh: 'p', auth: 'a' },
  device: 'Firefox',
  language: 'ar',
}
const oldSubscription = { endpoint: channel.address }

it('replaces the channel of a browser whose subscription has changed', async () => {
  const worker = startWorker((method) => (method === 'GET' ? list() : new Response()))
  await worker.dispatch('pushsubscriptionchange', { oldSubscription, newSubscription: null })
  expect(worker.subscribe).toHaveBeenCalledWith({ userVisibleOnly: true, applicationServerKey: 'BKey' })
  expect(worker.requests).toEqual([
    ['GET', '/api/user/channels'],
    ['POST', '/api/user/channels', added],
    ['DELETE', '/api/user/channels/7'],
  ])
})

it('takes the place of the old channel where there is no other', async () => {
  let isFull = true
  const worker = startWorker((method) => {
    if (method === 'GET') return list()
    if (method === 'DELETE') isFull = false
    return new Response(null, { status: method === 'POST' && isFull ? 422 : 200 })
  })
  await worker.dispatch('pushsubscriptionchange', { oldSubscription, newSubscription: null })
  expect(worker.requests.map(([method]) => method)).toEqual(['GET', 'POST', 'DELETE', 'POST'])
})

it('tells nobody without a session, or where the browser was no channel', async () => {
  const signedOut = startWorker(() => new Response(null, { status: 401 }))
  await signedOut.dispatch('pushsubscriptionchange', { oldSubscription })
  const other = startWorker(list)
  await other.dispatch('pushsubscriptionchange', { oldSubscription: null })
  expect([...signedOut.requests, ...other.requests]).toEqual([
    ['GET', '/api/user/channels'],
    ['GET', '/api/user/channels'],
  ])
})
