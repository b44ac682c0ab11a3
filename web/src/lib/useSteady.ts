import { useCallback, useLayoutEffect, useRef } from 'react'

/** A function that stays the same while what it calls changes: what takes it need not be drawn again. For events only. */
export function useSteady<Arguments extends unknown[], Result>(call: (...given: Arguments) => Result): (...given: Arguments) => Result {
  const newest = useRef(call)
  useLayoutEffect(() => {
    newest.current = call
  })
  return useCallback((...given) => newest.current(...given), [])
}
