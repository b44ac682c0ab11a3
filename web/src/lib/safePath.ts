/** Returns a path on our own site; the home page's in place of a path that would lead elsewhere. */
export function safePath(path: string | undefined): string {
  if (path === undefined || !path.startsWith('/')) return '/'
  const here = 'https://here.invalid'
  try {
    const url = new URL(path, here)
    return url.origin === here ? url.pathname + url.search + url.hash : '/'
  } catch {
    return '/'
  }
}
