import { useEffect, useEffectEvent, type RefObject } from 'react'

/**
 * While `open`, calls `close` when Escape is pressed, or when the focus or the pointer goes outside of the frame.
 * `byEscape`: whether it was Escape.
 */
export function useCloseOnLeave(
  frame: RefObject<HTMLElement | null>,
  open: boolean,
  close: (byEscape: boolean) => void,
) {
  const listen = useEffectEvent((event: Event) => {
    const byKey = event instanceof KeyboardEvent
    if (byKey ? event.key === 'Escape' : !frame.current?.contains(event.target as Node)) close(byKey)
  })
  useEffect(() => {
    if (!open) return
    const kinds = ['keydown', 'pointerdown', 'focusin']
    const onEvent = (event: Event) => listen(event)
    for (const kind of kinds) document.addEventListener(kind, onEvent)
    return () => {
      for (const kind of kinds) document.removeEventListener(kind, onEvent)
    }
  }, [open])
}
