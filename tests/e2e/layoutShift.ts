import type { Page } from '@playwright/test'

type Shift = { value: number; moved: string[] }

/**
 * Records the layout shifts of every page that is loaded from now on, from its first frame, and the time of the last
 * change of its elements.
 */
export async function recordShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    type Entry = PerformanceEntry & { value: number; hadRecentInput: boolean; sources: { node: Node | null }[] }
    const shifts: Shift[] = []
    Object.assign(window, { shifts })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as Entry[]) {
        if (entry.hadRecentInput) continue
        const moved = entry.sources.map(({ node }) =>
          node instanceof Element ? `${node.tagName.toLowerCase()}.${node.className}` : String(node?.nodeName),
        )
        shifts.push({ value: entry.value, moved })
      }
    }).observe({ type: 'layout-shift', buffered: true })
    Object.assign(window, { changedAt: performance.now() })
    new MutationObserver(() => {
      Object.assign(window, { changedAt: performance.now() })
    }).observe(document, { subtree: true, childList: true, attributes: true, characterData: true })
  })
}

/** Waits until no element of the page has changed for some time, in ms; content may be drawn in small steps. */
export async function unchangedFor(page: Page, milliseconds: number): Promise<void> {
  await page.waitForFunction(
    (quiet) => performance.now() - (window as unknown as { changedAt: number }).changedAt >= quiet,
    milliseconds,
    { polling: 50 },
  )
}

/** Returns the cumulative layout shift of the page so far, and the elements that moved. */
export async function layoutShift(page: Page): Promise<Shift> {
  const shifts = await page.evaluate(() => (window as unknown as { shifts: Shift[] }).shifts)
  return {
    value: shifts.reduce((sum, { value }) => sum + value, 0),
    moved: [...new Set(shifts.flatMap(({ moved }) => moved))],
  }
}
