import { queryOptions, useQuery, type QueryClient } from '@tanstack/react-query'
import { answer, ApiError, client } from './client'

/** Who is signed in, if anybody is. When the server cannot say, nobody is. */
export const sessionQuery = queryOptions({
  queryKey: ['session'],
  queryFn: async ({ signal }) => (await answer(client.GET('/api/auth/me', { signal }))).user ?? null,
  staleTime: 5 * 60 * 1000,
  // Signing out in another tab or on another device signs out here too.
  refetchOnWindowFocus: true,
  retry: 1,
})

/** The person who is signed in. `pending` until the server has said so: while it cannot be reached nobody is taken for signed out. */
export function useSession() {
  const { data, isPending, error } = useQuery(sessionQuery)
  const unreachable = data === undefined && error instanceof ApiError && error.status === 0
  return { user: data ?? null, pending: isPending || unreachable }
}

/** Whether a refusal says that nobody is signed in, where somebody was: the session ended elsewhere. */
export function isSessionEnd(queryClient: QueryClient, error: unknown): boolean {
  const refused = error instanceof ApiError && error.status === 401 && error.code !== 'WRONG_CREDENTIALS'
  return refused && Boolean(queryClient.getQueryData(sessionQuery.queryKey))
}

/** Forgets who was signed in, without asking. */
export function forgetSession(queryClient: QueryClient): void {
  queryClient.setQueryData(sessionQuery.queryKey, null)
  queryClient.removeQueries({ queryKey: ['mine'], type: 'inactive' })
}

/** Forgets all that belongs to a person, and asks again who is signed in. */
export async function sessionChanged(queryClient: QueryClient): Promise<void> {
  queryClient.removeQueries({ queryKey: ['mine'] })
  await queryClient.invalidateQueries({ queryKey: sessionQuery.queryKey })
}

/** The products that this person keeps in mind, newest first. */
export const favoritesQuery = queryOptions({
  queryKey: ['mine', 'favorites'],
  queryFn: async ({ signal }) => (await answer(client.GET('/api/favorites', { signal }))).favorites,
})

/** This person's settings. */
export const settingsQuery = queryOptions({
  queryKey: ['mine', 'settings'],
  queryFn: ({ signal }) => answer(client.GET('/api/user/settings', { signal })),
})

/** Where this person is signed in. */
export const devicesQuery = queryOptions({
  queryKey: ['mine', 'devices'],
  queryFn: async ({ signal }) => (await answer(client.GET('/api/user/sessions', { signal }))).sessions,
})
