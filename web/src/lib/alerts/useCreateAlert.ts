import { useQueryClient } from '@tanstack/react-query'
import { alertsQuery, createAlert } from '~/api/alerts'
import { useSubmit } from '~/lib/useSubmit'

/** Returns the mutation that creates a price alert. */
export function useCreateAlert() {
  const queryClient = useQueryClient()
  return useSubmit({
    mutationFn: createAlert,
    onSuccess: () => void queryClient.invalidateQueries({ queryKey: alertsQuery.queryKey }),
  })
}
