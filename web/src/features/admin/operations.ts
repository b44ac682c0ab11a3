import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { answer, client } from '~/api/client'
import type { components } from '~/api/schema'
import { confirmed } from './confirmed'

/** How everything does. */
export type Operations = components['schemas']['Operations']
/** How a shop's crawls do. */
export type RetailerState = components['schemas']['RetailerState']
/** An offer whose new price was not believed. */
export type HeldOffer = components['schemas']['HeldOffer']
/** A unit of background work. */
export type ListedJob = components['schemas']['ListedJob']

/** An offer that belongs to no product. */
export type WaitingOffer = components['schemas']['WaitingOffer']
/** Something that a shop lists and that could not be read. */
export type RejectedOffer = components['schemas']['RejectedOffer']

/** The states that a job can be in. */
export const jobStates = ['QUEUED', 'RUNNING', 'DONE', 'PARKED', 'CANCELLED'] as const
export type JobState = (typeof jobStates)[number]

/** Rows of a page. */
export const operationsPage = 25
/** How often what is shown is looked for again, in milliseconds. */
const often = 10_000

/** All that this tab shows: what anything done here makes stale. */
export const allOperations = { queryKey: ['mine', 'admin', 'operations'] }

/** Shops, jobs, the index and the outbox. */
export const operationsQuery = queryOptions({
  queryKey: [...allOperations.queryKey, 'state'],
  queryFn: ({ signal }) => confirmed(() => answer(client.GET('/api/admin/operations', { signal }))),
  staleTime: 0,
  refetchInterval: often,
})

/** Prices that wait for a decision. */
export const quarantineQuery = (page: number) =>
  queryOptions({
    queryKey: [...allOperations.queryKey, 'quarantine', page],
    queryFn: ({ signal }) => confirmed(() => answer(client.GET('/api/admin/quarantine', { params: { query: { page, limit: operationsPage } }, signal }))),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })

/** Offers of no product, the newest first. */
export const waitingQuery = (reason: string | undefined, noPart: string | undefined, page: number) =>
  queryOptions({
    queryKey: [...allOperations.queryKey, 'waiting', reason, noPart, page],
    queryFn: ({ signal }) =>
      confirmed(() => answer(client.GET('/api/admin/offers/waiting', { params: { query: { reason, noPart, page, limit: operationsPage } }, signal }))),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })

/** What could not be read, the latest first. */
export const rejectedQuery = (reason: string | undefined, page: number) =>
  queryOptions({
    queryKey: [...allOperations.queryKey, 'rejected', reason, page],
    queryFn: ({ signal }) =>
      confirmed(() => answer(client.GET('/api/admin/offers/rejected', { params: { query: { reason, page, limit: operationsPage } }, signal }))),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })

/** Background work, the newest first. */
export const jobsQuery = (state: JobState | undefined, page: number) =>
  queryOptions({
    queryKey: [...allOperations.queryKey, 'jobs', state, page],
    queryFn: ({ signal }) =>
      confirmed(() => answer(client.GET('/api/admin/jobs', { params: { query: { state: state?.toLowerCase(), page, limit: operationsPage } }, signal }))),
    placeholderData: keepPreviousData,
    staleTime: 0,
    refetchInterval: often,
  })

/** Has a shop crawled now. */
export const crawlRetailer = (slug: string) => confirmed(() => answer(client.POST('/api/admin/retailers/{slug}/crawl', { params: { path: { slug } } })))
/** Publishes held prices as they were read. */
export const releaseHeld = (ids: string[]) => confirmed(() => answer(client.POST('/api/admin/quarantine/release', { body: { ids } })))
/** Refuses them. */
export const dropHeld = (ids: string[]) => confirmed(() => answer(client.POST('/api/admin/quarantine/drop', { body: { ids } })))
/** Queues jobs again. */
export const retryJobs = (ids: string[]) => confirmed(() => answer(client.POST('/api/admin/jobs/retry', { body: { ids } })))
/** Takes jobs out of the queue. */
export const cancelJobs = (ids: string[]) => confirmed(() => answer(client.POST('/api/admin/jobs/cancel', { body: { ids } })))
