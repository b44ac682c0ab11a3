/** Moves the focus to the summary of the folding form around an element that is about to disappear. */
export function focusSummary(element: Element): void {
  element.closest('details')?.querySelector('summary')?.focus()
}
