import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { ApiError } from '~/api/client'
import { useConnection } from '~/lib/connection'

/** Asks again, once the server can be reached, for all that failed because it could not. Answers whether it cannot now. */
export function useReconnect(): boolean {
  const queryClient = useQueryClient()
  const lost = useConnection((state) => state.lost)
  useEffect(
    () =>
      useConnection.subscribe((now, before) => {
        if (now.lost || !before.lost) return
        void queryClient.refetchQueries({ type: 'active', predicate: ({ state }) => state.error instanceof ApiError && state.error.status === 0 })
      }),
    [queryClient],
  )
  return lost
}
