import { useEffect, useState, type RefObject } from 'react'

/**
 * Distance below the screen at which an element counts as near: about as far as a thumb scrolls while the content
 * loads.
 */
const margin = '400px'

/** Whether an element is, or was, on the screen or near to it. Content further away can load later. */
export function useIsNear(element: RefObject<HTMLElement | null>): boolean {
  const [near, setNear] = useState(false)
  useEffect(() => {
    if (near || !element.current) return undefined
    const observer = new IntersectionObserver(
      (entries) => entries.some((entry) => entry.isIntersecting) && setNear(true),
      { rootMargin: margin },
    )
    observer.observe(element.current)
    return () => observer.disconnect()
  }, [element, near])
  return near
}
