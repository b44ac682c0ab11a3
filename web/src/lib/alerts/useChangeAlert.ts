import { useQueryClient } from '@tanstack/react-query'
import { alertsQuery, changeAlert, type AlertChange } from '~/api/alerts'
import { useSubmit } from '~/lib/useSubmit'

/** Returns the mutation that changes an alert; it ends when the list shows the change. */
export function useChangeAlert(id: string) {
  const queryClient = useQueryClient()
  return useSubmit({
    mutationFn: (change: AlertChange) => changeAlert(id, change),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: alertsQuery.queryKey }),
  })
}
