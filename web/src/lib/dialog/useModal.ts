import { useEffect, useLayoutEffect, useRef, type MouseEvent } from 'react'

/**
 * Returns the properties of a dialog element that opens above the page when it is rendered. It closes on Escape, and on a
 * press on its backdrop. A press counts only if it begins and ends there: dragging the selection of a text out of a field
 * ends outside of the dialog, too. The focus returns to where it was, or to the page's content where that is gone.
 */
export function useModal(onClose: () => void) {
  const ref = useRef<HTMLDialogElement>(null)
  const isPressOutside = useRef(false)
  useLayoutEffect(() => {
    const [dialog, opener] = [ref.current, document.activeElement]
    // Once the dialog is out of the page: what is behind an open one takes no focus.
    return () => queueMicrotask(() => !dialog?.isConnected && returnFocus(opener))
  }, [])
  useEffect(() => ref.current?.showModal(), [])

  /** Whether the pointer is on the backdrop, which belongs to the dialog element. */
  const isOutside = ({ target, clientX, clientY }: MouseEvent) => {
    const box = ref.current?.getBoundingClientRect()
    if (!box || target !== ref.current) return false
    return clientX < box.left || clientX >= box.right || clientY < box.top || clientY >= box.bottom
  }
  return {
    ref,
    onClose,
    onPointerDown: (event: MouseEvent) => {
      isPressOutside.current = isOutside(event)
    },
    onPointerUp: (event: MouseEvent) => {
      isPressOutside.current &&= isOutside(event)
    },
    onClick: (event: MouseEvent) => {
      if (isPressOutside.current && isOutside(event)) onClose()
    },
  }
}

/** The browser returns the focus itself where it closed the dialog, not where the element was removed. */
function returnFocus(opener: Element | null): void {
  if (document.activeElement !== document.body) return
  const target = opener?.isConnected && opener !== document.body ? opener : document.getElementById('main')
  if (target instanceof HTMLElement) target.focus({ preventScroll: true })
}
