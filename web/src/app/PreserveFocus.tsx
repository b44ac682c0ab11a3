import { useLayoutEffect, type ReactNode } from 'react'

/** The page's root with the content that the server rendered, and the address of the focused link in it. */
type ServerContent = { root: HTMLElement; focused: string | null; abort: AbortController }

/** Tracks which link of the server's content has the focus: a keyboard user may be there before the app renders. */
export function trackServerContentFocus(root: HTMLElement): ServerContent {
  const address = (element: Element | null) => (root.contains(element) ? (element?.getAttribute('href') ?? null) : null)
  const content: ServerContent = { root, focused: address(document.activeElement), abort: new AbortController() }
  root.addEventListener(
    'focusin',
    ({ target }) => (content.focused = target instanceof Element ? address(target) : null),
    { signal: content.abort.signal },
  )
  return content
}

/** Moves the focus to the link with the same address as the one that had the focus when the app rendered over it. */
export function PreserveFocus({ content, children }: { content: ServerContent; children: ReactNode }) {
  useLayoutEffect(() => {
    const { root, focused, abort } = content
    abort.abort()
    if (focused === null || document.activeElement !== document.body) return
    root.querySelector<HTMLElement>(`a[href="${CSS.escape(focused)}"]`)?.focus({ preventScroll: true })
  }, [content])
  return children
}
