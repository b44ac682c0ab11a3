import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { client, readBody } from '~/api/client'
import type { components } from '~/api/schema'
import { withPasswordPrompt } from './passwordPrompt'

/** State of the system. */
export type Operations = components['schemas']['Operations']
/** State of a retailer's crawls. */
export type RetailerState = components['schemas']['RetailerState']
/** An offer whose new price was held back by price screening. */
export type HeldOffer = components['schemas']['HeldOffer']
/** A background job. */
export type ListedJob = components['schemas']['ListedJob']

/** An offer without a product. */
export type WaitingOffer = components['schemas']['WaitingOffer']
/** An item of a retailer that could not be read as an offer. */
export type RejectedOffer = components['schemas']['RejectedOffer']

/** The states of a job. */
export const jobStates = ['QUEUED', 'RUNNING', 'DONE', 'PARKED', 'CANCELLED'] as const
export type JobState = (typeof jobStates)[number]

/** Number of rows on a page. */
export const OPERATIONS_PER_PAGE = 25
/** Interval at which the shown data is requested again, in milliseconds. */
const REFETCH_INTERVAL = 10_000

/** Selects all cached queries of this tab, to invalidate after any action here. */
export const allOperationsQueries = { queryKey: ['ofUser', 'admin', 'operations'] }

/** Retailers, jobs, the index and the outbox. */
export const operationsQuery = queryOptions({
  queryKey: [...allOperationsQueries.queryKey, 'state'],
  queryFn: ({ signal }) =>
    withPasswordPrompt(() =>
      readBody(client.GET('/api/admin/operations', { signal }), { index: {}, jobs: {}, outbox: {}, retailers: [] }),
    ),
  staleTime: 0,
  refetchInterval: REFETCH_INTERVAL,
})

/** A page of held prices. */
export const heldOffersQuery = (page: number) =>
  queryOptions({
    queryKey: [...allOperationsQueries.queryKey, 'quarantine', page],
    queryFn: ({ signal }) =>
      withPasswordPrompt(() =>
        readBody(
          client.GET('/api/admin/quarantine', { params: { query: { page, limit: OPERATIONS_PER_PAGE } }, signal }),
          { held: [] },
        ),
      ),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })

/** A page of offers without a product, newest first. */
export const waitingQuery = (reason: string | undefined, noPart: string | undefined, page: number) =>
  queryOptions({
    queryKey: [...allOperationsQueries.queryKey, 'waiting', reason, noPart, page],
    queryFn: ({ signal }) =>
      withPasswordPrompt(() =>
        readBody(
          client.GET('/api/admin/offers/waiting', {
            params: { query: { reason, noPart, page, limit: OPERATIONS_PER_PAGE } },
            signal,
          }),
          { counts: [], offers: [] },
        ),
      ),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })

/** A page of rejected items, latest first. */
export const rejectedQuery = (reason: string | undefined, page: number) =>
  queryOptions({
    queryKey: [...allOperationsQueries.queryKey, 'rejected', reason, page],
    queryFn: ({ signal }) =>
      withPasswordPrompt(() =>
        readBody(
          client.GET('/api/admin/offers/rejected', {
            params: { query: { reason, page, limit: OPERATIONS_PER_PAGE } },
            signal,
          }),
          { counts: [], offers: [] },
        ),
      ),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })

/** A page of background jobs, newest first. */
export const jobsQuery = (state: JobState | undefined, page: number) =>
  queryOptions({
    queryKey: [...allOperationsQueries.queryKey, 'jobs', state, page],
    queryFn: ({ signal }) =>
      withPasswordPrompt(() =>
        readBody(
          client.GET('/api/admin/jobs', {
            params: { query: { state: state?.toLowerCase(), page, limit: OPERATIONS_PER_PAGE } },
            signal,
          }),
          { jobs: [] },
        ),
      ),
    placeholderData: keepPreviousData,
    staleTime: 0,
    refetchInterval: REFETCH_INTERVAL,
  })

/** Queues a crawl of a retailer. */
export const crawlRetailer = (slug: string) =>
  withPasswordPrompt(() => readBody(client.POST('/api/admin/retailers/{slug}/crawl', { params: { path: { slug } } })))
/** Releases held prices: publishes them as they were read. */
export const releaseHeldOffers = (ids: string[]) =>
  withPasswordPrompt(() => readBody(client.POST('/api/admin/quarantine/release', { body: { ids } }), { failed: [] }))
/** Drops held prices. */
export const dropHeldOffers = (ids: string[]) =>
  withPasswordPrompt(() => readBody(client.POST('/api/admin/quarantine/drop', { body: { ids } }), { failed: [] }))
/** Queues jobs again. */
export const retryJobs = (ids: string[]) =>
  withPasswordPrompt(() => readBody(client.POST('/api/admin/jobs/retry', { body: { ids } }), { failed: [] }))
/** Cancels queued jobs. */
export const cancelJobs = (ids: string[]) =>
  withPasswordPrompt(() => readBody(client.POST('/api/admin/jobs/cancel', { body: { ids } }), { failed: [] }))
