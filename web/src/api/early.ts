/** How long after the page came what came with it is still the newest there is, in milliseconds. */
const fresh = 60_000

/**
 * The answer that the server sent along with the page, when this is the call it answers. Each serves once, for the page it
 * came with; every other call goes to the server.
 */
export function earlyAnswer(request: Request): Response | undefined {
  if (request.method !== 'GET' || performance.now() > fresh) return undefined
  const wanted = normal(request.url)
  for (const script of document.querySelectorAll<HTMLScriptElement>('script[data-call]')) {
    if (normal(script.dataset.call ?? '') !== wanted) continue
    script.remove()
    return new Response(script.textContent, { headers: { 'Content-Type': 'application/json' } })
  }
  return undefined
}

/** The path and the parameters, whatever their order. */
function normal(address: string): string {
  const { pathname, searchParams } = new URL(address, window.location.origin)
  return [pathname, ...[...searchParams].map((pair) => pair.map(encodeURIComponent).join('=')).toSorted()].join('&')
}
