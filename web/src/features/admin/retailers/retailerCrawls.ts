import { queryOptions } from '@tanstack/react-query'
import { client, expectSuccess, readBody } from '~/api/client'
import type { components } from '~/api/schema'
import { allOperationsQueries, REFETCH_INTERVAL } from '../shared/operations'
import { withPasswordPrompt } from '../shared/passwordPrompt'

/** Result of a crawl. */
export type CrawlReport = components['schemas']['CrawlReport']

/** Number of crawls in the history of a retailer. */
const CRAWLS_SHOWN = 50

/** The last crawls of a retailer, the newest first. */
export const crawlsQuery = (slug: string) =>
  queryOptions({
    queryKey: [...allOperationsQueries.queryKey, 'crawls', slug],
    queryFn: ({ signal }) =>
      withPasswordPrompt(() =>
        readBody(
          client.GET('/api/admin/retailers/{slug}/crawls', {
            params: { path: { slug }, query: { limit: CRAWLS_SHOWN } },
            signal,
          }),
          { crawls: [] },
        ),
      ),
    staleTime: 0,
    refetchInterval: REFETCH_INTERVAL,
  })

/** Lets a retailer be crawled again. */
export const switchRetailerOn = (slug: string) =>
  withPasswordPrompt(() =>
    expectSuccess(client.POST('/api/admin/retailers/{slug}/switch-on', { params: { path: { slug } } })),
  )

/** Keeps a retailer from being crawled. */
export const switchRetailerOff = (slug: string) =>
  withPasswordPrompt(() =>
    expectSuccess(client.POST('/api/admin/retailers/{slug}/switch-off', { params: { path: { slug } } })),
  )
