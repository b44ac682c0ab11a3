import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { client, expectSuccess, readBody } from '~/api/client'
import type { components } from '~/api/schema'
import { withPasswordPrompt } from '../shared/passwordPrompt'

/** A manufacturer that the built-in table does not know. */
export type Manufacturer = components['schemas']['Manufacturer']

/** The states of a name. */
export const manufacturerStates = ['UNCONFIRMED', 'CONFIRMED', 'ALIAS', 'REFUSED'] as const

type ManufacturerState = (typeof manufacturerStates)[number]

/** Number of manufacturers on a page. */
export const MANUFACTURERS_PER_PAGE = 50
/** Selects the cached queries of all pages of manufacturers, to invalidate after a decision. */
export const allManufacturerQueries = { queryKey: ['ofUser', 'admin', 'manufacturers'] }

/** A page of manufacturers that retailers state, those with the most offers first. */
export const manufacturersQuery = (state: ManufacturerState | 'ALL', page: number) =>
  queryOptions({
    queryKey: [...allManufacturerQueries.queryKey, state, page],
    queryFn: ({ signal }) => {
      const query = { state: state.toLowerCase(), page, limit: MANUFACTURERS_PER_PAGE }
      return withPasswordPrompt(() =>
        readBody(client.GET('/api/admin/manufacturers', { params: { query }, signal }), { manufacturers: [] }),
      )
    },
    placeholderData: keepPreviousData,
    staleTime: 0,
  })

/** Confirms a name as a manufacturer's. */
export const confirmManufacturer = (key: string) =>
  withPasswordPrompt(() => expectSuccess(client.POST('/api/admin/manufacturers/confirm', { body: { key } })))
/** Marks a name as another name of a manufacturer. */
export const aliasManufacturer = (key: string, of: string) =>
  withPasswordPrompt(() => expectSuccess(client.POST('/api/admin/manufacturers/alias', { body: { key, of } })))
/** Refuses a name as no manufacturer's. */
export const refuseManufacturer = (key: string) =>
  withPasswordPrompt(() => expectSuccess(client.POST('/api/admin/manufacturers/refuse', { body: { key } })))
