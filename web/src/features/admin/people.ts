import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { answer, client, done } from '~/api/client'
import type { components } from '~/api/schema'
import { confirmed } from './confirmed'

/** A person with an account. */
export type Person = components['schemas']['ListedUser']

/** People of a page. */
export const peoplePage = 25
/** Every page of people: what a changed role makes stale. */
export const allPeople = { queryKey: ['mine', 'admin', 'people'] }

/** People with an account, administrators first. */
export const peopleQuery = (search: string | undefined, page: number) =>
  queryOptions({
    queryKey: [...allPeople.queryKey, search, page],
    queryFn: ({ signal }) => confirmed(() => answer(client.GET('/api/admin/users', { params: { query: { search, page, limit: peoplePage } }, signal }))),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })

/** Makes somebody an administrator. */
export const grantAdmin = (id: string) => confirmed(() => done(client.POST('/api/admin/users/{id}/grant-admin', { params: { path: { id } } })))
/** Takes it from them. */
export const revokeAdmin = (id: string) => confirmed(() => done(client.POST('/api/admin/users/{id}/revoke-admin', { params: { path: { id } } })))
/** Ends all sessions of somebody. */
export const signOutUser = (id: string) => confirmed(() => done(client.POST('/api/admin/users/{id}/sign-out', { params: { path: { id } } })))
