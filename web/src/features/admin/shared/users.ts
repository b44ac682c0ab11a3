import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { client, expectSuccess, readBody } from '~/api/client'
import type { components, operations } from '~/api/schema'
import { withPasswordPrompt } from './passwordPrompt'

/** A user with an account. */
export type ListedUser = components['schemas']['ListedUser']

/** Number of users on a page. */
export const USERS_PER_PAGE = 25
/** Selects the cached queries of all pages of users, to invalidate after a change of a role. */
export const allUserQueries = { queryKey: ['ofUser', 'admin', 'users'] }

/** The roles to choose from, by the names that the API and the address use. */
export const roles = ['admin', 'user'] as const
/** Filter of the users. */
export type UserFilter = { search?: string; role?: (typeof roles)[number] }

/** A page of users, administrators first. */
export const usersQuery = (filter: UserFilter, page: number) =>
  queryOptions({
    queryKey: [...allUserQueries.queryKey, filter, page],
    queryFn: ({ signal }) =>
      withPasswordPrompt(() =>
        readBody(
          client.GET('/api/admin/users', { params: { query: { ...filter, page, limit: USERS_PER_PAGE } }, signal }),
          { users: [] },
        ),
      ),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })

/** Changes a user's account. */
export const changeUser = (id: string, action: operations['change_user']['parameters']['path']['action']) =>
  withPasswordPrompt(() =>
    expectSuccess(client.POST('/api/admin/users/{id}/{action}', { params: { path: { id, action } } })),
  )
