/** Time after a press on the build in which its double click may still come, in ms. */
const doublePress = 500

let last = { at: Number.NEGATIVE_INFINITY, productId: '' }

/**
 * Whether a press that adds or removes a part counts. The second press of a double click does not: the first one may have put another
 * button under the finger, which removes what was just added or the next part of the list, or adds again what was just removed.
 * `now` is the event's own time: a busy page may come to the second press late.
 */
export function pressCounts(kind: 'add' | 'remove', productId: string, now: number): boolean {
  if (now - last.at < doublePress && (kind === 'remove' || last.productId === productId)) return false
  last = { at: now, productId }
  return true
}

/** Forgets the last press. For tests, which press faster than people. */
export function forgetPresses(): void {
  last = { at: Number.NEGATIVE_INFINITY, productId: '' }
}
