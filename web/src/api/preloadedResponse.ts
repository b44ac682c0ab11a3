/** Milliseconds after the page load during which a response sent along with the page still counts as fresh. */
const MAX_AGE = 60_000

/**
 * Returns the response that the server sent along with the page, if it answers this call. Each response is used once,
 * for the page it came with; every other call goes to the server.
 */
export function takePreloadedResponse(request: Request): Response | undefined {
  if (request.method !== 'GET' || performance.now() > MAX_AGE) return undefined
  const key = normalise(request.url)
  for (const script of document.querySelectorAll<HTMLScriptElement>('script[data-call]')) {
    if (normalise(script.dataset.call ?? '') !== key) continue
    script.remove()
    return new Response(script.textContent, { headers: { 'Content-Type': 'application/json' } })
  }
  return undefined
}

/** Returns the path with its parameters in a fixed order, so that equal calls have equal texts. */
function normalise(address: string): string {
  const { pathname, searchParams } = new URL(address, window.location.origin)
  return [pathname, ...[...searchParams].map((pair) => pair.map(encodeURIComponent).join('=')).toSorted()].join('&')
}
