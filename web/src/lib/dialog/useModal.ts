import { useEffect, useRef, type MouseEvent } from 'react'

/**
 * Returns the properties of a dialog element that opens above the page when it is rendered. It closes on Escape, and on a
 * press on its backdrop. A press counts only if it begins and ends there: dragging the selection of a text out of a field
 * ends outside of the dialog, too.
 */
export function useModal(onClose: () => void) {
  const ref = useRef<HTMLDialogElement>(null)
  const isPressOutside = useRef(false)
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
