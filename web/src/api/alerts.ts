import { queryOptions } from '@tanstack/react-query'
import { answer, client, done } from './client'
import type { components } from './schema'

/** Somebody's wish to be told of a price. */
export type PriceAlert = components['schemas']['PriceAlert']
/** An alert that fired. */
export type Notification = components['schemas']['Notification']
/** What somebody wants to be told of. */
export type NewAlert = components['schemas']['NewAlert']

/** This person's price alerts, newest first. */
export const alertsQuery = queryOptions({
  queryKey: ['mine', 'alerts'],
  queryFn: async ({ signal }) => (await answer(client.GET('/api/user/price-alerts', { signal }))).alerts,
})

/** The newest alerts that fired for this person, looked for again every minute. */
export const notificationsQuery = queryOptions({
  queryKey: ['mine', 'notifications'],
  queryFn: ({ signal }) => answer(client.GET('/api/user/notifications', { signal })),
  refetchInterval: 60_000,
})

/** Has the server watch a price. */
export const createAlert = (body: NewAlert) => answer(client.POST('/api/user/price-alerts', { body }))

/** Has it watched no longer. */
export const deleteAlert = (alertId: string) => done(client.DELETE('/api/user/price-alerts', { params: { query: { alertId } } }))

/** Marks some notifications as read, or all. */
export const markRead = (ids?: string[]) => done(client.POST('/api/user/notifications/read', { body: { ids } }))
