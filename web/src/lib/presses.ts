/** Time after a press during which the second press of a double click may follow, in ms. */
const DOUBLE_PRESS_TIME = 500

let last = { at: Number.NEGATIVE_INFINITY, productId: '' }

/**
 * Whether a press that adds or removes a part counts. The second press of a double click does not: the first one may
 * have moved another button under the pointer, which would remove the added part, remove the next part of the list, or
 * add the removed part again. `now` is the event's own time, because a busy page may handle the second press late.
 */
export function acceptPress(kind: 'add' | 'remove', productId: string, now: number): boolean {
  if (now - last.at < DOUBLE_PRESS_TIME && (kind === 'remove' || last.productId === productId)) return false
  last = { at: now, productId }
  return true
}

/** The time of the last click. Of the event, as `now` above. */
let lastClick = Number.NEGATIVE_INFINITY

/** Called where the last click has sent a request: the second press of a double click does not count. */
export function countPress(): void {
  last = { at: lastClick, productId: '' }
}

// Neither does it follow a link, or press a button, that the first one has moved under the pointer.
window.addEventListener(
  'click',
  (event) => {
    lastClick = event.timeStamp
    if (event.detail < 2 || lastClick - last.at >= DOUBLE_PRESS_TIME) return
    event.preventDefault()
    event.stopPropagation()
  },
  true,
)

/** Forgets the last press. For tests, which press faster than people. */
export function forgetPresses(): void {
  last = { at: Number.NEGATIVE_INFINITY, productId: '' }
}
