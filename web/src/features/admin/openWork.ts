import { queryOptions } from '@tanstack/react-query'
import { answer, client } from '~/api/client'

/** Interval at which the tabs' counts are requested again, in milliseconds. */
const often = 30_000

/** Counts of open work. This call never requires the password again, so the counts are there when the panel opens. */
export const openWorkQuery = queryOptions({
  queryKey: ['mine', 'admin', 'open-work'],
  queryFn: ({ signal }) => answer(client.GET('/api/admin/open-work', { signal })),
  staleTime: 0,
  refetchInterval: often,
})
