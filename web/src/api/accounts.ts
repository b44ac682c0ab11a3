import { queryOptions, useQuery, type QueryClient } from '@tanstack/react-query'
import { ApiError, client, readBody } from './client'
import type { User } from './wire'

/** The signed-in user; null when nobody is signed in. After an error of the server, nobody counts as signed in. */
export const sessionQuery = queryOptions({
  queryKey: ['session'],
  queryFn: async ({ client: queryClient, signal }): Promise<User | null> => {
    const user = (await readBody(client.GET('/api/auth/me', { signal }))).user ?? null
    // Another tab may have signed in another user. (At first nobody is known: the page may load data of the user already.)
    const before = queryClient.getQueryData<User | null>(['session'])
    if (before !== undefined && before?.id !== user?.id) queryClient.removeQueries({ queryKey: ['ofUser'] })
    return user
  },
  staleTime: 5 * 60 * 1000,
  // Signing out in another tab or on another device signs out here too.
  refetchOnWindowFocus: true,
  retry: 1,
})

/**
 * Returns the signed-in user. `pending` until the server has answered: while the server cannot be reached, the user
 * does not count as signed out.
 */
export function useSession() {
  const { data, isPending, error } = useQuery(sessionQuery)
  const unreachable = data === undefined && error instanceof ApiError && error.status === 0
  return { user: data ?? null, pending: isPending || unreachable }
}

/** Codes of refused sign-ins, which end no session. */
const signInRefusals = new Set(['WRONG_CREDENTIALS', 'SECOND_FACTOR_REQUIRED'])

/**
 * Whether a refusal means that the session has ended elsewhere: a 401, other than for wrong credentials, while a user is
 * signed in here.
 */
export function isSessionEnd(queryClient: QueryClient, error: unknown): boolean {
  const refused = error instanceof ApiError && error.status === 401 && !signInRefusals.has(error.code)
  return refused && Boolean(queryClient.getQueryData(sessionQuery.queryKey))
}

/** Whether a call was refused because another user than this page's is signed in to this browser by now. */
export const isOfOtherUser = (error: unknown): boolean => error instanceof ApiError && error.code === 'OTHER_USER'

/** Marks the user as signed out, without a request. A response that is still on its way would put the user back. */
export function forgetSession(queryClient: QueryClient): void {
  void queryClient.cancelQueries({ queryKey: sessionQuery.queryKey })
  queryClient.setQueryData(sessionQuery.queryKey, null)
  queryClient.removeQueries({ queryKey: ['ofUser'], type: 'inactive' })
}

/** Storage key of the last change of the session in this browser: other tabs follow it. */
export const SESSION_KEY = 'tajmeea.session'

/** Follows a change of the session that another tab has announced. */
export function followSession(queryClient: QueryClient, announced: string | null): void {
  if (announced?.startsWith('out')) forgetSession(queryClient)
  else void resetSession(queryClient)
}

/**
 * Requests the session again, and the data of the user: that of another user is removed from the cache. A request of the
 * session that is still in flight is cancelled: the query would wait for it, and its answer may be from before the change.
 */
export async function resetSession(queryClient: QueryClient): Promise<void> {
  const { queryKey } = sessionQuery
  // Nobody knows yet whose data this is.
  if (queryClient.getQueryData(queryKey) === undefined) queryClient.removeQueries({ queryKey: ['ofUser'] })
  await queryClient.cancelQueries({ queryKey })
  // The query itself removes the data of another user.
  await queryClient.invalidateQueries({ queryKey })
  // The same user's data may have changed; what shows it stays.
  if (queryClient.getQueryState(queryKey)?.status === 'success')
    void queryClient.invalidateQueries({ queryKey: ['ofUser'] })
}
