/** Runs something once the browser has nothing better to do; answers what calls it off. Safari has no idle callback: there a second's rest. */
export function whenQuiet(task: () => void): () => void {
  if ('requestIdleCallback' in window) {
    const handle = window.requestIdleCallback(task, { timeout: 5000 })
    return () => window.cancelIdleCallback(handle)
  }
  const handle = setTimeout(task, 1000)
  return () => clearTimeout(handle)
}
