import { useEffect, useState, type RefObject } from 'react'

type Options = {
  enabled?: boolean
  /**
   * Distance below the screen at which an element counts as near: about as far as a thumb scrolls while the content
   * loads.
   */
  margin?: string
}

/**
 * Whether an element is, or was, on the screen or near to it. Content further away can load later. Nothing is observed
 * unless `enabled`.
 */
export function useIsNear(
  element: RefObject<HTMLElement | null>,
  { enabled = true, margin = '400px' }: Options = {},
): boolean {
  const [near, setNear] = useState(false)
  useEffect(() => {
    if (near || !enabled || !element.current) return undefined
    const observer = new IntersectionObserver(
      (entries) => entries.some((entry) => entry.isIntersecting) && setNear(true),
      { rootMargin: margin },
    )
    observer.observe(element.current)
    return () => observer.disconnect()
  }, [element, enabled, margin, near])
  return near
}
