/**
 * Runs work that takes long after the next paint, so that what a press changed at once is seen before: a tap is answered
 * within a frame, whatever it sets off.
 */
export function afterPaint(work: () => void): void {
  requestAnimationFrame(() => setTimeout(work))
}
