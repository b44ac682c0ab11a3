import { queryOptions } from '@tanstack/react-query'
import { client, expectSuccess, readBody } from './client'
import type { components } from './schema'

/** A way by which alerts reach the user beside mails: a browser, a webhook, an ntfy topic or a chat. */
export type Channel = components['schemas']['Channel']
/** A channel to add. */
export type NewChannel = components['schemas']['NewChannel']

/** The user's channels, the oldest first, with the key by which this browser subscribes. */
export const channelsQuery = queryOptions({
  queryKey: ['ofUser', 'channels'],
  queryFn: ({ signal }) =>
    readBody(client.GET('/api/user/channels', { signal }), { channels: [], pushKey: '', max: 0, telegram: false }),
})

/** Adds a channel; one with the same address is replaced. */
export const addChannel = (body: NewChannel) => readBody(client.POST('/api/user/channels', { body }), { channel: {} })

/** Removes a channel. */
export const removeChannel = (id: string) =>
  expectSuccess(client.DELETE('/api/user/channels/{id}', { params: { path: { id } } }))

/** Sends a test message to a channel. */
export const testChannel = (id: string) =>
  readBody(client.POST('/api/user/channels/{id}/test', { params: { path: { id } } }))
