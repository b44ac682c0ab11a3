import { infiniteQueryOptions, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { answer, ApiError, client, done } from '~/api/client'
import { productQuery } from '~/api/queries'
import { sessionQuery } from '~/api/accounts'

/** The most characters a comment may have. */
export const longestComment = 2000

/** How long the success of a review is shown before the list is asked for again, in milliseconds. */
export const shownFor = 2000

/** How many reviews come at once. */
const pageSize = 10

/** What people say of a product, newest first, page after page. */
export const reviewsQuery = (id: string) =>
  infiniteQueryOptions({
    queryKey: ['products', 'reviews', id],
    queryFn: ({ pageParam, signal }) => answer(client.GET('/api/products/{id}/reviews', { params: { path: { id }, query: { page: pageParam, limit: pageSize } }, signal })),
    initialPageParam: 1,
    getNextPageParam: (last) => (last.page * last.limit < last.total ? last.page + 1 : undefined),
  })

/** What the one who is signed in said of it. */
export const ownReviewQuery = (id: string) =>
  queryOptions({
    queryKey: ['mine', 'review', id],
    queryFn: async ({ signal }) => (await answer(client.GET('/api/products/{id}/reviews/mine', { params: { path: { id } }, signal }))).review ?? null,
  })

/** Stores a review in place of an earlier one. What it makes stale is asked for again once its success was shown. */
export function useSubmitReview(id: string) {
  const refresh = useRefresh(id)
  return useMutation({
    mutationFn: (body: { rating: number; comment: string | null }) => answer(client.POST('/api/products/{id}/reviews', { params: { path: { id } }, body })),
    onSuccess: () => void setTimeout(refresh, shownFor),
    onError: useForgetSession(),
  })
}

/** Takes a review away. */
export function useDeleteReview(id: string) {
  const refresh = useRefresh(id)
  return useMutation({
    mutationFn: (review: string) => done(client.DELETE('/api/reviews/{id}', { params: { path: { id: review } } })),
    onSuccess: refresh,
    onError: useForgetSession(),
  })
}

function useRefresh(id: string) {
  const queryClient = useQueryClient()
  return () =>
    Promise.all([
      queryClient.invalidateQueries({ queryKey: reviewsQuery(id).queryKey }),
      queryClient.invalidateQueries({ queryKey: ownReviewQuery(id).queryKey }),
      // The stars beside its name.
      queryClient.invalidateQueries({ queryKey: productQuery(id).queryKey }),
    ])
}

/** A session that ended meanwhile is found out by a refusal. */
function useForgetSession() {
  const queryClient = useQueryClient()
  return (error: Error) => {
    if (error instanceof ApiError && error.status === 401) queryClient.setQueryData(sessionQuery.queryKey, null)
  }
}
