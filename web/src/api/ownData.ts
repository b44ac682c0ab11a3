import { queryOptions } from '@tanstack/react-query'
import { client, readBody } from './client'
import { PRODUCT } from './queries'

/** The user's favourite products, newest first. */
export const favoritesQuery = queryOptions({
  queryKey: ['ofUser', 'favorites'],
  queryFn: async ({ signal }) =>
    (await readBody(client.GET('/api/favorites', { signal }), { favorites: [{ product: PRODUCT }] })).favorites,
})

/** The user's settings. */
export const settingsQuery = queryOptions({
  queryKey: ['ofUser', 'settings'],
  queryFn: ({ signal }) =>
    readBody(client.GET('/api/user/settings', { signal }), {
      username: '',
      priceDropAlerts: true,
      publicProfile: true,
      allowBuildSharing: true,
    }),
})

/** Whether the user signs in with a second factor. */
export const secondFactorQuery = queryOptions({
  queryKey: ['ofUser', 'secondFactor'],
  queryFn: ({ signal }) => readBody(client.GET('/api/user/second-factor', { signal }), { passkeys: [] }),
})

/** The user's sessions, one per device. */
export const devicesQuery = queryOptions({
  queryKey: ['ofUser', 'devices'],
  queryFn: async ({ signal }) =>
    (await readBody(client.GET('/api/user/sessions', { signal }), { sessions: [] })).sessions,
})
