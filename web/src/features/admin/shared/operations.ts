import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { client, readBody } from '~/api/client'
import type { components } from '~/api/schema'
import { withPasswordPrompt } from './passwordPrompt'
import type { Failure } from './useAdminErrorText'

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
export const REFETCH_INTERVAL = 10_000

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

/** A page of held prices, of one retailer or of all. */
export const heldOffersQuery = (retailer: string | undefined, page: number) =>
  queryOptions({
    queryKey: [...allOperationsQueries.queryKey, 'quarantine', retailer, page],
    queryFn: ({ signal }) => listHeldOffers(retailer, page, OPERATIONS_PER_PAGE, signal),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })

function listHeldOffers(retailer: string | undefined, page: number, limit: number, signal?: AbortSignal) {
  const query = { retailer, page, limit }
  return withPasswordPrompt(() =>
    readBody(client.GET('/api/admin/quarantine', { params: { query }, signal }), { held: [] }),
  )
}

/** Filter of offers without a product: slug of the retailer, reason, and what an offer is that is no part. */
export type WaitingFilter = { retailer?: string; reason?: string; noPart?: string }

/** A page of offers without a product, newest first. */
export const waitingQuery = (filter: WaitingFilter, page: number) =>
  queryOptions({
    queryKey: [...allOperationsQueries.queryKey, 'waiting', filter, page],
    queryFn: ({ signal }) =>
      withPasswordPrompt(() =>
        readBody(
          client.GET('/api/admin/offers/waiting', {
            params: { query: { ...filter, page, limit: OPERATIONS_PER_PAGE } },
            signal,
          }),
          { counts: [], offers: [] },
        ),
      ),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })

/** Filter of rejected items. */
export type RejectedFilter = { retailer?: string; reason?: string; dismissed?: boolean; assigned?: boolean }

/** A page of rejected items, latest first. */
export const rejectedQuery = (filter: RejectedFilter, page: number) =>
  queryOptions({
    queryKey: [...allOperationsQueries.queryKey, 'rejected', filter, page],
    queryFn: ({ signal }) => listRejected(filter, page, OPERATIONS_PER_PAGE, signal),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })

/** Returns a page of rejected items, latest first. */
export function listRejected(filter: RejectedFilter, page: number, limit: number, signal?: AbortSignal) {
  const query = { ...filter, page, limit }
  return withPasswordPrompt(() =>
    readBody(client.GET('/api/admin/offers/rejected', { params: { query }, signal }), { counts: [], offers: [] }),
  )
}

/** Filter of jobs: state, kind, and slug of the retailer that they are about. */
export type JobFilter = { state?: JobState; kind?: string; retailer?: string }

/** Returns a page of background jobs, newest first. */
export function listJobs({ state, ...filter }: JobFilter, page: number, limit: number, signal?: AbortSignal) {
  const query = { state: state?.toLowerCase(), ...filter, page, limit }
  return withPasswordPrompt(() => readBody(client.GET('/api/admin/jobs', { params: { query }, signal }), { jobs: [] }))
}

/** A page of background jobs, newest first. */
export const jobsQuery = (filter: JobFilter, page: number) =>
  queryOptions({
    queryKey: [...allOperationsQueries.queryKey, 'jobs', filter, page],
    queryFn: ({ signal }) => listJobs(filter, page, OPERATIONS_PER_PAGE, signal),
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

/** Number of rows that are changed by one call, so that it is answered well before its timeout. */
const BATCH_SIZE = 50

/** Number of changes that were made, and those that failed. */
export type BatchResult = { doneCount: number; failed: Failure[] }

/** Changes items batch by batch. */
export async function changeAll<Item>(
  items: Item[],
  change: (batch: Item[]) => Promise<BatchResult>,
): Promise<BatchResult> {
  const result: BatchResult = { doneCount: 0, failed: [] }
  for (let from = 0; from < items.length; from += BATCH_SIZE) {
    // oxlint-disable-next-line no-await-in-loop -- one call at a time
    const { doneCount, failed } = await change(items.slice(from, from + BATCH_SIZE))
    result.doneCount += doneCount
    result.failed.push(...failed)
  }
  return result
}

/** Returns the rows on all pages of a list. */
export async function listAll<Row>(
  load: (page: number, limit: number) => Promise<{ rows: Row[]; total: number }>,
): Promise<Row[]> {
  const all: Row[] = []
  for (let page = 1; ; page += 1) {
    // oxlint-disable-next-line no-await-in-loop -- only the response tells whether there is another page
    const { rows, total } = await load(page, 100)
    all.push(...rows)
    if (rows.length === 0 || all.length >= total) return all
  }
}

/** Queues all parked jobs of a kind and a retailer again. */
export async function retryParkedJobs(filter: JobFilter): Promise<BatchResult> {
  const parked = await listAll(async (page, limit) => {
    const { jobs, total } = await listJobs({ ...filter, state: 'PARKED' }, page, limit)
    return { rows: jobs, total }
  })
  return changeAll(parked, async (batch) => {
    const { retried, failed } = await retryJobs(batch.map(({ id }) => id))
    return { doneCount: retried, failed }
  })
}

/** Releases all held prices of a retailer. */
export async function releaseAllOf(retailer: string): Promise<BatchResult> {
  const all = await listAll(async (page, limit) => {
    const { held, total } = await listHeldOffers(retailer, page, limit)
    return { rows: held, total }
  })
  return changeAll(all, async (batch) => {
    const { released, failed } = await releaseHeldOffers(batch.map(({ id }) => id))
    return { doneCount: released, failed }
  })
}
