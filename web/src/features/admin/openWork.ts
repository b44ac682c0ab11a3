import { queryOptions } from '@tanstack/react-query'
import { answer, client } from '~/api/client'

/** Interval at which the counts on the tabs are asked for again, in milliseconds. */
const often = 30_000

/** Work that waits for an administrator. The counts ask for nobody's password: they are there when the panel is. */
export const openWorkQuery = queryOptions({
  queryKey: ['mine', 'admin', 'open-work'],
  queryFn: ({ signal }) => answer(client.GET('/api/admin/open-work', { signal })),
  staleTime: 0,
  refetchInterval: often,
})
