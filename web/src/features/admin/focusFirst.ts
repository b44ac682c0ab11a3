/** Gives a field the focus when its dialog opens: the browser reads this attribute, which React would not write. */
export function focusFirst(field: HTMLElement | null): void {
  field?.setAttribute('autofocus', '')
}
