import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { ApiError } from '~/api/client'
import { reportConnectionLost, useConnection } from '~/api/connection'

/**
 * Repeats, once the server can be reached again, all queries that failed because it could not, or that were answered from
 * this browser's store. Returns the state of the connection.
 */
export function useReconnect() {
  const queryClient = useQueryClient()
  const connection = useConnection()
  useEffect(() => {
    // A stored page is the server's again as soon as the server answers.
    if (useConnection.getState().lost) reportConnectionLost()
    return useConnection.subscribe((now, before) => {
      if (now.lost || !before.lost) return
      const wasStored = now.storedAt !== undefined
      if (wasStored) useConnection.setState({ storedAt: undefined })
      void queryClient.invalidateQueries({
        predicate: ({ state }) => wasStored || (state.error as Partial<ApiError> | null)?.status === 0,
      })
    })
  }, [queryClient])
  return connection
}
