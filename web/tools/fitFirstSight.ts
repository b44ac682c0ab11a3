/* oxlint-disable unicorn/consistent-function-scoping -- all that it uses must be inside it */

/**
 * Adapts the server's first sight to this browser before the first paint: translates it where the address names no
 * language, and removes the words for new visitors where a build is begun. The function is written into the page as
 * text, so it may not use anything outside of it; React renders over the result.
 */
export function fitFirstSight(): void {
  const all = (of: string) => document.querySelectorAll<HTMLElement>(`#root [data-${of}]`)
  if (document.documentElement.lang === 'ar') for (const text of all('ar')) text.textContent = text.dataset.ar ?? ''
  try {
    const kept = JSON.parse(localStorage.getItem('tajmeea.build') ?? '{}') as { state?: { currentBuild?: { components?: Record<string, unknown[]> } } }
    if (Object.values(kept.state?.currentBuild?.components ?? {}).some((parts) => parts.length > 0)) for (const words of all('begin')) words.remove()
  } catch {
    // The stored build cannot be read: treat it as none.
  }
}
