import { isServerReachable, waitForLostConnection } from './connection'

/** Pauses before the second attempt and before each further one, in ms. */
const RETRY_PAUSES = [500, 2000]

/** Storage key of the entry script for which this tab has reloaded the page. */
const RELOADED_KEY = 'tajmeea.reloaded'

/** A file of the page's code or texts that could not be loaded, although the server answers. */
export class LoadError extends Error {
  /** Whether the server has another release than this page: a reload helps, another attempt does not. */
  readonly outdated: boolean

  constructor(outdated: boolean) {
    super('A file of the page could not be loaded.')
    this.name = 'LoadError'
    this.outdated = outdated
  }
}

/** Whether this page reloads; several of its files may fail before it is gone. */
let isReloading = false

/** The path on which the user has typed: a reload would lose that text. */
let typedPath: string | undefined
globalThis.addEventListener('input', () => (typedPath = location.pathname), true)

/**
 * Loads a file of the page's code or texts. Waits through an interruption of the connection, and tries a few times where
 * the server answers. After a new release, whose server has no files of the old one, reloads the page: once for each
 * release, and not where the user has typed. Throws a `LoadError` otherwise.
 */
export async function loadCode<Part>(load: () => Promise<Part>, pauses = RETRY_PAUSES): Promise<Part> {
  let failures = 0
  for (;;) {
    try {
      return await load()
    } catch (error) {
      if (error instanceof LoadError) throw error
      removeFailedStyles(error)
      if (!(await isServerReachable())) {
        await waitForLostConnection()
        continue
      }
      const newEntry = await findNewEntry()
      // The page disappears: neither content nor an error is shown meanwhile.
      if (newEntry && reloadOnce(newEntry)) return new Promise<never>(() => undefined)
      const pause = pauses[failures]
      if (newEntry || pause === undefined) throw new LoadError(newEntry !== undefined)
      failures += 1
      await new Promise((resolve) => setTimeout(resolve, pause))
    }
  }
}

/** Removes a style sheet that failed: Vite would take its element for a loaded one at the next attempt. */
function removeFailedStyles(error: unknown): void {
  const address = error instanceof Error && / CSS for (.+)/.exec(error.message)?.[1]
  for (const link of document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]'))
    if (link.href === address) link.remove()
}

/** Returns the entry script of the server's release, if it is another than this page's: its name is made of its content. */
async function findNewEntry(): Promise<string | undefined> {
  const own = document.querySelector('script[type=module][src]')?.getAttribute('src')
  const page = await fetch('/', { cache: 'no-store' }).catch(() => null)
  const served = page?.ok && /<script type="module"[^>]* src="([^"]+)"/.exec(await page.text())?.[1]
  return served && served !== own ? served : undefined
}

/** Reloads the page for a release, unless this tab has done so before or the user has typed on this page. */
function reloadOnce(entry: string): boolean {
  if (isReloading) return true
  if (typedPath === location.pathname) return false
  try {
    if (sessionStorage.getItem(RELOADED_KEY) === entry) return false
    sessionStorage.setItem(RELOADED_KEY, entry)
  } catch {
    // Without storage, nothing would end a series of reloads.
    return false
  }
  isReloading = true
  location.reload()
  return true
}
