import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { ApiError } from '~/api/client'
import { useConnection } from '~/api/connection'

/**
 * Repeats, once the server can be reached again, all queries that failed because it could not. Returns whether it is
 * unreachable now.
 */
export function useReconnect(): boolean {
  const queryClient = useQueryClient()
  const isLost = useConnection((state) => state.lost)
  useEffect(
    () =>
      useConnection.subscribe((now, before) => {
        if (now.lost || !before.lost) return
        void queryClient.refetchQueries({
          type: 'active',
          predicate: ({ state }) => state.error instanceof ApiError && state.error.status === 0,
        })
      }),
    [queryClient],
  )
  return isLost
}
