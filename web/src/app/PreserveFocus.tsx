import { useLayoutEffect, type ReactNode } from 'react'

/** The page's root before the app renders over the server's first sight, and the address of the focused link in it. */
type FirstSight = { root: HTMLElement; focused: string | null; watched: AbortController }

/** Tracks which link of the server's first sight has the focus: a keyboard user may be there before the app renders. */
export function watchFirstSight(root: HTMLElement): FirstSight {
  const address = (element: Element | null) => (root.contains(element) ? (element?.getAttribute('href') ?? null) : null)
  const sight: FirstSight = { root, focused: address(document.activeElement), watched: new AbortController() }
  root.addEventListener(
    'focusin',
    ({ target }) => (sight.focused = target instanceof Element ? address(target) : null),
    { signal: sight.watched.signal },
  )
  return sight
}

/** Moves the focus to the link with the same address as the one that had the focus when the app rendered over it. */
export function PreserveFocus({ sight, children }: { sight: FirstSight; children: ReactNode }) {
  useLayoutEffect(() => {
    const { root, focused, watched } = sight
    watched.abort()
    if (focused === null || document.activeElement !== document.body) return
    root.querySelector<HTMLElement>(`a[href="${CSS.escape(focused)}"]`)?.focus({ preventScroll: true })
  }, [sight])
  return children
}
