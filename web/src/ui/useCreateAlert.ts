import { useMutation, useQueryClient } from '@tanstack/react-query'
import { alertsQuery, createAlert } from '~/api/alerts'

/** Returns the mutation that creates a price alert. */
export function useCreateAlert() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: createAlert,
    onSuccess: () => void queryClient.invalidateQueries({ queryKey: alertsQuery.queryKey }),
  })
}
