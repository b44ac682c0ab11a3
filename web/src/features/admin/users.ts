import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { client, expectSuccess, readBody } from '~/api/client'
import type { components } from '~/api/schema'
import { withPasswordPrompt } from './passwordPrompt'

/** A user with an account. */
export type ListedUser = components['schemas']['ListedUser']

/** Number of users on a page. */
export const USERS_PER_PAGE = 25
/** Selects the cached queries of all pages of users, to invalidate after a change of a role. */
export const allUserQueries = { queryKey: ['ofUser', 'admin', 'users'] }

/** A page of users, administrators first. */
export const usersQuery = (search: string | undefined, page: number) =>
  queryOptions({
    queryKey: [...allUserQueries.queryKey, search, page],
    queryFn: ({ signal }) =>
      withPasswordPrompt(() =>
        readBody(
          client.GET('/api/admin/users', { params: { query: { search, page, limit: USERS_PER_PAGE } }, signal }),
          { users: [] },
        ),
      ),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })

/** Grants a user the administrator role. */
export const grantAdmin = (id: string) =>
  withPasswordPrompt(() =>
    expectSuccess(client.POST('/api/admin/users/{id}/grant-admin', { params: { path: { id } } })),
  )
/** Revokes a user's administrator role. */
export const revokeAdmin = (id: string) =>
  withPasswordPrompt(() =>
    expectSuccess(client.POST('/api/admin/users/{id}/revoke-admin', { params: { path: { id } } })),
  )
/** Ends all sessions of a user. */
export const signOutUser = (id: string) =>
  withPasswordPrompt(() => expectSuccess(client.POST('/api/admin/users/{id}/sign-out', { params: { path: { id } } })))
