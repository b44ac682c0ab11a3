/* oxlint-disable unicorn/consistent-function-scoping -- all that it uses must be inside it */

/**
 * Fits what the server has drawn of the page to this browser, before the first paint: in the reader's language where the address
 * names none, and without the words for who begins a build where one is begun. Written into the page as text, so nothing from
 * outside of it may be used; React draws over it.
 */
export function fitFirstSight(): void {
  const all = (of: string) => document.querySelectorAll<HTMLElement>(`#root [data-${of}]`)
  if (document.documentElement.lang === 'ar') for (const text of all('ar')) text.textContent = text.dataset.ar ?? ''
  try {
    const kept = JSON.parse(localStorage.getItem('tajmeea.build') ?? '{}') as { state?: { currentBuild?: { components?: Record<string, unknown[]> } } }
    if (Object.values(kept.state?.currentBuild?.components ?? {}).some((parts) => parts.length > 0)) for (const words of all('begin')) words.remove()
  } catch {
    // What is kept cannot be read: nothing is begun.
  }
}
