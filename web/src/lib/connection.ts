import { create } from 'zustand'

/** Interval between two questions to a server that cannot be reached, in ms. */
const pause = 3000

/** Whether the server can be reached, as far as calls have shown. */
export const useConnection = create<{ lost: boolean }>()(() => ({ lost: false }))

let watching = false

/**
 * Says that a call did not reach the server. Where the server answers nonetheless, the call was stopped on its way (by a blocker, say) and
 * nothing is lost. Else it is asked again until it answers; whoever waits goes on then.
 */
export function connectionLost(): void {
  if (watching) return
  watching = true
  void watch()
}

/** Waits until the server can be reached again; not at all while it can. */
export async function connectionBack(): Promise<void> {
  if (!useConnection.getState().lost) return
  await new Promise<void>((resolve) => {
    const stop = useConnection.subscribe(({ lost }) => {
      if (lost) return
      stop()
      resolve()
    })
  })
}

/**
 * Loads a part of the page's code, across an interruption of the line: the page comes when it is back. A part that the server does not
 * have is of an older release: that is for the caller to handle.
 */
export async function loadAcrossOutages<Part>(load: () => Promise<Part>): Promise<Part> {
  for (;;) {
    try {
      return await load()
    } catch (error) {
      if (await serverAnswers()) throw error
      useConnection.setState({ lost: true })
      connectionLost()
      await connectionBack()
    }
  }
}

async function watch(): Promise<void> {
  while (!(await serverAnswers())) {
    useConnection.setState({ lost: true })
    await nextTry()
  }
  watching = false
  useConnection.setState({ lost: false })
}

/** Whether the server answers at all, whatever it says. */
export async function serverAnswers(): Promise<boolean> {
  try {
    await fetch('/robots.txt', { method: 'HEAD', cache: 'no-store' })
    return true
  } catch {
    return false
  }
}

/** After a pause, or as soon as the browser says that the line is back. */
function nextTry(): Promise<void> {
  return new Promise((resolve) => {
    const go = () => {
      clearTimeout(timer)
      globalThis.removeEventListener('online', go)
      resolve()
    }
    const timer = setTimeout(go, pause)
    globalThis.addEventListener('online', go)
  })
}
