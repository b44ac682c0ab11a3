import i18next from 'i18next'

/** Path of the service worker, which keeps what was read last for moments without a connection. */
const WORKER = '/service-worker.js'
/** Time after the page load at which the worker is registered, in ms: the first page has the connection for itself. */
const REGISTRATION_DELAY = 5000

/** Time that the code of a stored page may take, in ms, before the page says that it waits for the connection. */
const CODE_DELAY = 3000

/** Names of the worker's stores; the numbers in between change with the form of what is stored. */
const isStore = (name: string): boolean => name.startsWith('tajmeea-')

/** Ignores a failure: without the worker the page is the same, and storage may be forbidden. */
const ignore = () => undefined

/** Registers the worker once the page has loaded. A build with `VITE_OFFLINE=off` removes it from every browser. */
export function startOffline(): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
  if (import.meta.env.VITE_OFFLINE === 'off') void removeWorker().catch(ignore)
  else setTimeout(() => void registerWorker().catch(ignore), REGISTRATION_DELAY)
}

/**
 * Says in place of the content that there is no connection, where the page is a stored one and its code is not stored.
 * Returns a function to call once the code has loaded.
 */
export function warnOfMissingCode(): () => void {
  if (document.documentElement.dataset.storedAt === undefined) return () => undefined
  const timer = setTimeout(() => {
    const message = document.createElement('p')
    message.role = 'status'
    message.style.margin = '2rem'
    message.textContent = i18next.t('error.lost')
    document.getElementById('root')?.replaceChildren(message)
  }, CODE_DELAY)
  return () => clearTimeout(timer)
}

/** Registers the worker, and tells it what this page has loaded already. */
export async function registerWorker(): Promise<void> {
  await navigator.serviceWorker.register(WORKER, { updateViaCache: 'none' })
  const { active } = await navigator.serviceWorker.ready
  const { origin, pathname } = globalThis.location
  const files = performance
    .getEntriesByType('resource')
    .map(({ name }) => name)
    .filter((name) => name.startsWith(`${origin}/assets/`))
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has none
  active?.postMessage({ path: pathname, files: [...new Set(files)] })
}

/** Unregisters the worker and deletes all that it stored. */
export async function removeWorker(): Promise<void> {
  const registrations = await navigator.serviceWorker.getRegistrations()
  await Promise.all(registrations.map((registration) => registration.unregister()))
  await deleteStores(isStore)
}

/** Deletes the stored pages and responses, so that a later user of this browser does not read what was looked at. */
export async function forgetStoredPages(): Promise<void> {
  await deleteStores((name) => isStore(name) && !name.endsWith('-files'))
}

async function deleteStores(isDeleted: (name: string) => boolean): Promise<void> {
  if (!('caches' in globalThis)) return
  const names = await caches.keys()
  await Promise.all(names.filter(isDeleted).map((name) => caches.delete(name)))
}
