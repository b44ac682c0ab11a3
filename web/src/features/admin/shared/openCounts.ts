import { queryOptions } from '@tanstack/react-query'
import { client, readBody } from '~/api/client'

/** Interval at which the tabs' counts are requested again, in milliseconds. */
const REFETCH_INTERVAL = 30_000

/** Counts of open work. This call never requires the password again, so the counts are there when the panel opens. */
export const openCountsQuery = queryOptions({
  queryKey: ['ofUser', 'admin', 'open-work'],
  queryFn: ({ signal }) => readBody(client.GET('/api/admin/open-work', { signal })),
  staleTime: 0,
  refetchInterval: REFETCH_INTERVAL,
})
