import { queryOptions } from '@tanstack/react-query'
import { client, readBody } from '~/api/client'
import type { components } from '~/api/schema'
import { withPasswordPrompt } from '../shared/passwordPrompt'

/** Statistics of the site. */
export type Analytics = components['schemas']['Analytics']

/** The totals, the growth over the last 30 days, and the distribution of products. */
export const analyticsQuery = queryOptions({
  queryKey: ['ofUser', 'admin', 'analytics'],
  queryFn: ({ signal }) =>
    withPasswordPrompt(() =>
      readBody(client.GET('/api/admin/analytics', { signal }), {
        distribution: { productsByCategory: [{}], topRetailers: [{}] },
        growth: { users: [{}], builds: [{}] },
        recent: {},
        totals: {},
      }),
    ),
  staleTime: 0,
})
