import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { answer, client, done } from '~/api/client'
import type { components } from '~/api/schema'
import { confirmed } from './confirmed'

/** A manufacturer that the built-in table does not know. */
export type Manufacturer = components['schemas']['Manufacturer']

/** What is thought of a name. */
export const manufacturerStates = ['UNCONFIRMED', 'CONFIRMED', 'ALIAS', 'REFUSED'] as const

export type ManufacturerState = (typeof manufacturerStates)[number]

/** Manufacturers of a page. */
export const manufacturersPage = 50
/** Every page of manufacturers: what a decision makes stale. */
export const allManufacturers = { queryKey: ['mine', 'admin', 'manufacturers'] }

/** Manufacturers that shops state, those with the most offers first. */
export const manufacturersQuery = (state: ManufacturerState | 'ALL', page: number) =>
  queryOptions({
    queryKey: [...allManufacturers.queryKey, state, page],
    queryFn: ({ signal }) => {
      const query = { state: state.toLowerCase(), page, limit: manufacturersPage }
      return confirmed(() => answer(client.GET('/api/admin/manufacturers', { params: { query }, signal })))
    },
    placeholderData: keepPreviousData,
    staleTime: 0,
  })

/** It is a manufacturer. */
export const confirmManufacturer = (key: string) => confirmed(() => done(client.POST('/api/admin/manufacturers/confirm', { body: { key } })))
/** It is another name of a manufacturer. */
export const aliasManufacturer = (key: string, of: string) => confirmed(() => done(client.POST('/api/admin/manufacturers/alias', { body: { key, of } })))
/** It is no manufacturer's name. */
export const refuseManufacturer = (key: string) => confirmed(() => done(client.POST('/api/admin/manufacturers/refuse', { body: { key } })))
