/** Gives a field the focus when its dialog opens: the browser reads this attribute, which React would not write. */
export function focusFirst(field: HTMLElement | null): void {
  field?.setAttribute('autofocus', '')
}

/** Gives a button the focus when it appears: the one that was pressed before is gone. */
export function focusNow(button: HTMLElement | null): void {
  focusFirst(button)
  button?.focus()
}
