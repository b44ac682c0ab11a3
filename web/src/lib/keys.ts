/** Whether the user is typing, so that single-letter shortcuts must not act. */
export function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || ['INPUT', 'TEXTAREA', 'SELECT'].includes(target.tagName)) &&
    !(target instanceof HTMLInputElement && ['checkbox', 'radio', 'range', 'button'].includes(target.type))
  )
}

/** Whether a key was pressed without modifiers, so that it may be a shortcut. */
export function isPlainKey(event: KeyboardEvent): boolean {
  return !event.ctrlKey && !event.metaKey && !event.altKey && !event.defaultPrevented
}
