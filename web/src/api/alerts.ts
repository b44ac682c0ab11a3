import { queryOptions } from '@tanstack/react-query'
import { client, expectSuccess, readBody } from './client'
import type { components } from './schema'

/** A price alert: the condition under which a user wants a notification. */
export type PriceAlert = components['schemas']['PriceAlert']
/** A notification of an alert that fired. */
export type Notification = components['schemas']['Notification']
/** The request that creates an alert. */
type NewAlert = components['schemas']['NewAlert']
/** What changes about an alert; what is absent stays. */
export type AlertChange = components['schemas']['AlertPatch']

/** The user's price alerts, newest first. */
export const alertsQuery = queryOptions({
  queryKey: ['ofUser', 'alerts'],
  queryFn: async ({ signal }) =>
    (await readBody(client.GET('/api/user/price-alerts', { signal }), { alerts: [] })).alerts,
})

/** The user's newest notifications, requested again every minute. */
export const notificationsQuery = queryOptions({
  queryKey: ['ofUser', 'notifications'],
  queryFn: ({ signal }) => readBody(client.GET('/api/user/notifications', { signal }), { notifications: [] }),
  refetchInterval: 60_000,
})

/** Creates a price alert. */
export const createAlert = (body: NewAlert) => readBody(client.POST('/api/user/price-alerts', { body }))

/** Pauses or resumes a price alert, or sets its condition or how often it fires. */
export const changeAlert = (alertId: string, body: AlertChange) =>
  expectSuccess(client.PATCH('/api/user/price-alerts', { params: { query: { alertId } }, body }))

/** Deletes a price alert. */
export const deleteAlert = (alertId: string) =>
  expectSuccess(client.DELETE('/api/user/price-alerts', { params: { query: { alertId } } }))

/** Marks the given notifications as read; all of them without `ids`. */
export const markRead = (ids?: string[]) =>
  expectSuccess(client.POST('/api/user/notifications/read', { body: { ids } }))
