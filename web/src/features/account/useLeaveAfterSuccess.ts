import { useEffect, useEffectEvent } from 'react'

/** Time for which a success message stays readable, in milliseconds. */
const LEAVE_DELAY = 3000

/** Calls `leave` after a pause, once an action has succeeded. */
export function useLeaveAfterSuccess(succeeded: boolean, leave: () => void) {
  const go = useEffectEvent(leave)
  useEffect(() => {
    if (!succeeded) return
    const timer = setTimeout(() => go(), LEAVE_DELAY)
    return () => clearTimeout(timer)
  }, [succeeded])
}
