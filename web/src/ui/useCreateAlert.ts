import { useMutation, useQueryClient } from '@tanstack/react-query'
import { sessionQuery } from '~/api/accounts'
import { alertsQuery, createAlert } from '~/api/alerts'
import { ApiError } from '~/api/client'

/** Has the server watch a price. */
export function useCreateAlert() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: createAlert,
    onSuccess: () => void queryClient.invalidateQueries({ queryKey: alertsQuery.queryKey }),
    onError: (error) => {
      if (error instanceof ApiError && error.status === 401) queryClient.setQueryData(sessionQuery.queryKey, null)
    },
  })
}
