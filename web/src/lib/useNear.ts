import { useEffect, useState, type RefObject } from 'react'

/** How far below the screen something is near already: so far a thumb scrolls while it is fetched. */
const margin = '400px'

/** Whether an element is, or was, on the screen or near it. What is far may wait. */
export function useNear(element: RefObject<HTMLElement | null>): boolean {
  const [near, setNear] = useState(false)
  useEffect(() => {
    if (near || !element.current) return undefined
    const observer = new IntersectionObserver((entries) => entries.some((entry) => entry.isIntersecting) && setNear(true), { rootMargin: margin })
    observer.observe(element.current)
    return () => observer.disconnect()
  }, [element, near])
  return near
}
