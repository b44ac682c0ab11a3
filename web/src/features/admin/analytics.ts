import { queryOptions } from '@tanstack/react-query'
import { answer, client } from '~/api/client'
import type { components } from '~/api/schema'
import { confirmed } from './confirmed'

/** How the site does. */
export type Analytics = components['schemas']['Analytics']

/** The totals, the last 30 days, and where products are. */
export const analyticsQuery = queryOptions({
  queryKey: ['mine', 'admin', 'analytics'],
  queryFn: ({ signal }) => confirmed(() => answer(client.GET('/api/admin/analytics', { signal }))),
  staleTime: 0,
})
