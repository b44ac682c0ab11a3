import { useEffect, useEffectEvent } from 'react'

/** How long a success stays to be read, in milliseconds. */
const pause = 3000

/** Goes on after a moment, once something has succeeded. */
export function useLeave(succeeded: boolean, leave: () => void) {
  const go = useEffectEvent(leave)
  useEffect(() => {
    if (!succeeded) return
    const timer = setTimeout(() => go(), pause)
    return () => clearTimeout(timer)
  }, [succeeded])
}
