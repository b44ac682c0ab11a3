// Keeps what was read last, for moments without a connection. Every request goes to the server first; only files under
// /assets, whose names change with their content, come from the store at once. So a new release is never answered with the
// script of an old one: its pages name other files. web/README.md, "Without a connection", says how to remove all of this.

const PAGES = 'tajmeea-1-pages'
const FILES = 'tajmeea-1-files'
const ANSWERS = 'tajmeea-1-answers'
/** Maximum number of stored responses; the ones stored first leave first. */
const LIMITS = { [PAGES]: 40, [FILES]: 300, [ANSWERS]: 120 }
/** Header of a stored response: when it was stored. `src/api/client.ts` reads it. */
const STORED_AT = 'x-stored-at'

self.addEventListener('install', () => void self.skipWaiting())

self.addEventListener('activate', (event) => event.waitUntil(begin()))

// What a page loaded before this worker answered its requests.
self.addEventListener('message', (event) => {
  const { path = '/', files = [] } = event.data ?? {}
  const known = files.filter((file) => isFile(new URL(file, self.location.origin)))
  event.waitUntil(Promise.all([storeShell(shellOf(path)), storeFiles(known)]))
})

self.addEventListener('fetch', (event) => {
  const { request } = event
  const address = new URL(request.url)
  if (request.method !== 'GET' || address.origin !== self.location.origin) return
  if (isFile(address)) event.respondWith(answerFile(event))
  else if (address.pathname.startsWith('/api/')) {
    if (request.mode !== 'navigate' && address.pathname !== '/api/suggest') event.respondWith(answerCall(event))
  } else if (request.mode === 'navigate') event.respondWith(answerPage(event))
})

// A message about an alert: what api/src/services/channels/push.rs writes.
self.addEventListener('push', (event) => {
  const { title, ...message } = readMessage(event.data)
  event.waitUntil(self.registration.showNotification(title, message))
})

self.addEventListener('notificationclick', (event) => {
  event.notification.close()
  event.waitUntil(showPage(event.notification.data.link))
})

// The browser has a new subscription, or none any more.
self.addEventListener('pushsubscriptionchange', (event) => event.waitUntil(replaceSubscription(event)))

async function begin() {
  const names = await caches.keys()
  const old = names.filter((name) => name.startsWith('tajmeea-') && !(name in LIMITS))
  await Promise.all(old.map((name) => caches.delete(name)))
  // The browser requests a page while this worker starts.
  await self.registration.navigationPreload?.enable()
  await self.clients.claim()
}

/** Reads a message as the options of its notification. A browser must show one whatever arrives. */
function readMessage(data) {
  try {
    const { title, body, link, tag, lang, dir } = data.json()
    return { title, body, tag, lang, dir, icon: '/icons/icon-192.png', data: { link: ownAddress(link) } }
  } catch {
    return { title: 'Tajmeea', data: { link: '/' } }
  }
}

/**
 * Tells the server of this browser's new subscription, and subscribes first where the browser has not. Without a session, or
 * where this browser was no channel, there is nobody to tell: the push service refuses what the old one gets, and the server
 * removes it.
 */
async function replaceSubscription({ oldSubscription, newSubscription }) {
  const listed = await fetch('/api/user/channels')
  if (!listed.ok) return
  const { channels, pushKey } = await listed.json()
  const old = channels.find(({ kind, address }) => kind === 'PUSH' && address === oldSubscription?.endpoint)
  if (!old) return
  const options = { userVisibleOnly: true, applicationServerKey: pushKey }
  const { endpoint, keys } = (newSubscription ?? (await self.registration.pushManager.subscribe(options))).toJSON()
  const { device, language } = old
  const add = () =>
    fetch('/api/user/channels', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ kind: 'PUSH', address: endpoint, keys, device, language }),
    })
  const { ok } = await add()
  await fetch(`/api/user/channels/${old.id}`, { method: 'DELETE' })
  // An account has room for few: the old one may have had the last place.
  if (!ok) await add()
}

/** Returns an address of this site, whatever a message says. */
function ownAddress(link) {
  const { origin, pathname, search } = new URL(link, self.location.origin)
  return origin === self.location.origin ? pathname + search : '/'
}

/** Shows a page in the window that shows it already, else in a new one. */
async function showPage(link) {
  const { href } = new URL(link, self.location.origin)
  const windows = await self.clients.matchAll({ type: 'window', includeUncontrolled: true })
  const open = windows.find((window) => window.url === href)
  return open ? open.focus() : self.clients.openWindow(href)
}

async function answerFile(event) {
  const stored = await find(FILES, event.request)
  if (stored) return stored
  const response = await fetch(event.request)
  if (response.ok) event.waitUntil(store(FILES, event.request, response.clone()))
  return response
}

async function answerCall(event) {
  try {
    const response = await fetch(event.request)
    if (isPublic(response)) event.waitUntil(store(ANSWERS, event.request, response.clone()))
    return response
  } catch (error) {
    const stored = await find(ANSWERS, event.request)
    if (stored) return stored
    throw error
  }
}

async function answerPage(event) {
  try {
    const response = (await event.preloadResponse) ?? (await fetch(event.request))
    if (isPublic(response) && isHtml(response)) event.waitUntil(storePage(event.request, response.clone()))
    return response
  } catch (error) {
    const shell = shellOf(new URL(event.request.url).pathname)
    const stored = (await find(PAGES, event.request)) ?? (await find(PAGES, shell))
    if (stored) return markStored(stored)
    throw error
  }
}

/** Whether everybody gets this response, whoever is signed in: the server says so. */
function isPublic(response) {
  return response.status === 200 && !response.redirected && /^public\b/.test(response.headers.get('cache-control') ?? '')
}

function isHtml(response) {
  return (response.headers.get('content-type') ?? '').startsWith('text/html')
}

function isFile({ origin, pathname }) {
  return origin === self.location.origin && pathname.startsWith('/assets/')
}

/** Says in the page itself when it was stored: it holds responses to the app's first calls. */
async function markStored(response) {
  const html = await response.text()
  const marked = html.replace('<html ', `<html data-stored-at="${response.headers.get(STORED_AT)}" `)
  return new Response(marked, { status: 200, headers: response.headers })
}

/** Returns the page from which the app can show every page of a path's language that is not stored itself. */
function shellOf(path) {
  return /^\/ar(\/|$)/.test(path) ? '/ar' : '/'
}

/** Stores a page, and the shell of its language again if that is of another release. */
async function storePage(request, response) {
  const path = shellOf(new URL(request.url).pathname)
  const [page, shell] = await Promise.all([response.clone().text(), find(PAGES, path)])
  await store(PAGES, request, response)
  if (!shell || scriptOf(await shell.text()) !== scriptOf(page)) await storeShell(path)
}

/** Returns the name of a page's main script, which changes with every release. */
function scriptOf(html) {
  return /<script type="module"[^>]* src="([^"]+)"/.exec(html)?.[1]
}

async function storeShell(path) {
  const response = await fetch(path)
  if (isPublic(response) && isHtml(response)) await store(PAGES, path, response)
}

async function storeFiles(files) {
  for (const file of files) {
    if (await find(FILES, file)) continue
    const response = await fetch(file)
    if (response.ok) await store(FILES, file, response)
  }
}

async function find(name, request) {
  const cache = await caches.open(name)
  return cache.match(request, { ignoreVary: true })
}

async function store(name, request, response) {
  const headers = new Headers(response.headers)
  headers.set(STORED_AT, new Date().toISOString())
  // The body is decoded by now.
  for (const header of ['content-encoding', 'content-length']) headers.delete(header)
  const cache = await caches.open(name)
  // Stored anew, the response is the last to leave.
  await cache.delete(request, { ignoreVary: true })
  await cache.put(request, new Response(response.body, { status: 200, headers }))
  const requests = await cache.keys()
  await Promise.all(requests.slice(0, Math.max(0, requests.length - LIMITS[name])).map((one) => cache.delete(one)))
}
