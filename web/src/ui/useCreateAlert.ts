import { useMutation, useQueryClient } from '@tanstack/react-query'
import { alertsQuery, createAlert } from '~/api/alerts'

/** Has the server watch a price. */
export function useCreateAlert() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: createAlert,
    onSuccess: () => void queryClient.invalidateQueries({ queryKey: alertsQuery.queryKey }),
  })
}
