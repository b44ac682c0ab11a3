import { create } from 'zustand'

/** Interval between two requests to a server that cannot be reached, in ms. */
const RETRY_PAUSE = 3000

type Connection = {
  /** Whether the connection to the server is lost, according to the calls so far. */
  lost: boolean
  /** UTC time of the oldest response on the page that this browser had stored; undefined when all are the server's. */
  storedAt?: string
}

/** The state of the connection. The service worker marks a stored page with its time: it had none when it loaded. */
export const useConnection = create<Connection>()(() => ({
  lost: document.documentElement.dataset.storedAt !== undefined,
  storedAt: document.documentElement.dataset.storedAt,
}))

/** Called for each response: one that the service worker had stored means that the server could not be reached. */
export function reportStoredResponse(response: Response): void {
  const storedAt = response.headers.get('x-stored-at')
  if (storedAt === null) return
  const { storedAt: oldest = storedAt } = useConnection.getState()
  useConnection.setState({ lost: true, storedAt: storedAt < oldest ? storedAt : oldest })
  reportConnectionLost()
}

let isPolling = false

/**
 * Called when a call did not reach the server. If the server answers another request, only that one call was blocked
 * (by an ad blocker, say), and the connection is not lost. Else the server is requested again until it answers; waiting
 * code then continues.
 */
export function reportConnectionLost(): void {
  if (isPolling) return
  isPolling = true
  void pollUntilReachable()
}

/** Waits until the server can be reached again; returns at once while it can. */
async function waitForConnection(): Promise<void> {
  if (!useConnection.getState().lost) return
  await new Promise<void>((resolve) => {
    const stop = useConnection.subscribe(({ lost }) => {
      if (lost) return
      stop()
      resolve()
    })
  })
}

/** Reports that the server cannot be reached, and waits until it can. */
export async function waitForLostConnection(): Promise<void> {
  useConnection.setState({ lost: true })
  reportConnectionLost()
  await waitForConnection()
}

async function pollUntilReachable(): Promise<void> {
  while (!(await isServerReachable())) {
    useConnection.setState({ lost: true })
    await waitForRetry()
  }
  isPolling = false
  useConnection.setState({ lost: false })
}

/** Whether the server answers at all, with any status. */
export async function isServerReachable(): Promise<boolean> {
  try {
    await fetch('/robots.txt', { method: 'HEAD', cache: 'no-store' })
    return true
  } catch {
    return false
  }
}

/** Waits for a pause, or until the browser reports that the connection is back. */
function waitForRetry(): Promise<void> {
  return new Promise((resolve) => {
    const go = () => {
      clearTimeout(timer)
      globalThis.removeEventListener('online', go)
      resolve()
    }
    const timer = setTimeout(go, RETRY_PAUSE)
    globalThis.addEventListener('online', go)
  })
}
