import { useLayoutEffect, type ReactNode } from 'react'

/**
 * The page's root with the content that the server rendered, the address of the focused link in it, and its search
 * field, if that has the focus.
 */
type ServerContent = {
  root: HTMLElement
  focused: string | null
  field: HTMLInputElement | null
  abort: AbortController
}

/** Tracks what of the server's content has the focus: a user may read or type there before the app renders. */
export function trackServerContentFocus(root: HTMLElement): ServerContent {
  const content: ServerContent = { root, focused: null, field: null, abort: new AbortController() }
  const follow = (element: EventTarget | null) => {
    const inside = element instanceof Element && root.contains(element)
    content.focused = inside ? element.getAttribute('href') : null
    content.field = inside && element instanceof HTMLInputElement ? element : null
  }
  follow(document.activeElement)
  root.addEventListener('focusin', ({ target }) => follow(target), { signal: content.abort.signal })
  return content
}

/** Types the text into a field as its user would, with the focus and with the suggestions that follow. */
function continueTyping(field: HTMLInputElement, typed: string) {
  field.focus({ preventScroll: true })
  // React takes a value that is set on the element itself for its own.
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, typed)
  field.dispatchEvent(new Event('input', { bubbles: true }))
}

/**
 * Moves the focus to the link with the same address as the one that had the focus when the app rendered over it; from
 * the server's search field to the app's, with the text that was typed.
 */
export function PreserveFocus({ content, children }: { content: ServerContent; children: ReactNode }) {
  useLayoutEffect(() => {
    const { root, focused, field, abort } = content
    abort.abort()
    if (field) {
      const own = root.querySelector<HTMLInputElement>('header input[type="search"]')
      if (own && document.activeElement === document.body) continueTyping(own, field.value)
      return
    }
    if (focused === null || document.activeElement !== document.body) return
    root.querySelector<HTMLElement>(`a[href="${CSS.escape(focused)}"]`)?.focus({ preventScroll: true })
  }, [content])
  return children
}
