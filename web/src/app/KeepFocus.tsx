import { useLayoutEffect, type ReactNode } from 'react'

/** What the page held before the app draws over it, and where in it somebody was. */
export type FirstSight = { root: HTMLElement; focused: string | null; watched: AbortController }

/** Notes from now on which link of the first sight has the focus: by the keyboard somebody may be there before the app. */
export function watchFirstSight(root: HTMLElement): FirstSight {
  const address = (element: Element | null) => (root.contains(element) ? (element?.getAttribute('href') ?? null) : null)
  const sight: FirstSight = { root, focused: address(document.activeElement), watched: new AbortController() }
  root.addEventListener('focusin', ({ target }) => (sight.focused = target instanceof Element ? address(target) : null), { signal: sight.watched.signal })
  return sight
}

/** Gives the focus to the link that leads where the one did that it was on when the app drew over it. */
export function KeepFocus({ sight, children }: { sight: FirstSight; children: ReactNode }) {
  useLayoutEffect(() => {
    const { root, focused, watched } = sight
    watched.abort()
    if (focused === null || document.activeElement !== document.body) return
    root.querySelector<HTMLElement>(`a[href="${CSS.escape(focused)}"]`)?.focus({ preventScroll: true })
  }, [sight])
  return children
}
