/**
 * Runs a task once the browser is idle, after 5 seconds at the latest; returns a function that cancels it. Safari has
 * no idle callback: there the task runs after a second.
 */
export function whenQuiet(task: () => void): () => void {
  if ('requestIdleCallback' in window) {
    const handle = window.requestIdleCallback(task, { timeout: 5000 })
    return () => window.cancelIdleCallback(handle)
  }
  const handle = setTimeout(task, 1000)
  return () => clearTimeout(handle)
}
