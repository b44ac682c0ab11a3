/** How long after a press on the build its double click may still come, in ms. */
export const doublePress = 500

let last = Number.NEGATIVE_INFINITY

/**
 * Whether a press that changes the build counts. The second press of a double click does not: the first one may have put another button
 * under the finger, which removes what was just added, or the next part of the list.
 */
export function pressCounts(now = performance.now()): boolean {
  if (now - last < doublePress) return false
  last = now
  return true
}

/** Forgets the last press. For tests, which press faster than people. */
export function forgetPresses(): void {
  last = Number.NEGATIVE_INFINITY
}
