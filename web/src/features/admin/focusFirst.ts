/** Gives a field the focus when its dialog opens: the platform looks for this attribute, which React would not write. */
export function focusFirst(field: HTMLElement | null): void {
  field?.setAttribute('autofocus', '')
}
