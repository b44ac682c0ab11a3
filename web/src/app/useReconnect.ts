import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { ApiError } from '~/api/client'
import { reportConnectionLost, useConnection } from '~/api/connection'

/**
 * Repeats, once the server can be reached again, all queries that failed because it could not, or that were answered from
 * this browser's store. Returns the state of the connection.
 */
export function useReconnect() {
  const queryClient = useQueryClient()
  const connection = useConnection()
  // A stored page is the server's again as soon as the server answers.
  useEffect(() => {
    if (useConnection.getState().lost) reportConnectionLost()
  }, [])
  useEffect(
    () =>
      useConnection.subscribe((now, before) => {
        if (now.lost || !before.lost) return
        if (now.storedAt !== undefined) {
          useConnection.setState({ storedAt: undefined })
          void queryClient.invalidateQueries()
          return
        }
        void queryClient.refetchQueries({
          type: 'active',
          predicate: ({ state }) => state.error instanceof ApiError && state.error.status === 0,
        })
      }),
    [queryClient],
  )
  return connection
}
