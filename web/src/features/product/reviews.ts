import { infiniteQueryOptions, queryOptions, useQueryClient } from '@tanstack/react-query'
import { ApiError, client, expectSuccess, readBody } from '~/api/client'
import { productQuery } from '~/api/queries'
import { sessionQuery } from '~/api/accounts'
import { useSubmit } from '~/lib/useSubmit'

/** Time for which a review's success is shown before the list is requested again, in milliseconds. */
export const SUCCESS_TIME = 2000

/** Number of reviews per request. */
const pageSize = 10

/** The reviews of a product, newest first, page by page. */
export const reviewsQuery = (id: string) =>
  infiniteQueryOptions({
    queryKey: ['products', 'reviews', id],
    queryFn: ({ pageParam, signal }) =>
      readBody(
        client.GET('/api/products/{id}/reviews', {
          params: { path: { id }, query: { page: pageParam, limit: pageSize } },
          signal,
        }),
        { reviews: [], stats: {} },
      ),
    initialPageParam: 1,
    getNextPageParam: (last) => (last.page * last.limit < last.total ? last.page + 1 : undefined),
  })

/** The signed-in user's review of a product. */
export const ownReviewQuery = (id: string) =>
  queryOptions({
    queryKey: ['ofUser', 'review', id],
    queryFn: async ({ signal }) =>
      (await readBody(client.GET('/api/products/{id}/reviews/mine', { params: { path: { id } }, signal }))).review ??
      null,
  })

/**
 * Submits a review, which replaces an earlier one. The data that it makes stale is requested again after its success
 * was shown.
 */
export function useSubmitReview(id: string) {
  const refresh = useRefresh(id)
  return useSubmit({
    mutationFn: (body: { rating: number; comment: string | null }) =>
      readBody(client.POST('/api/products/{id}/reviews', { params: { path: { id } }, body }), { stats: {} }),
    onSuccess: () => void setTimeout(refresh, SUCCESS_TIME),
    onError: useForgetSession(),
  })
}

/** Deletes a review. */
export function useDeleteReview(id: string) {
  const refresh = useRefresh(id)
  return useSubmit({
    mutationFn: (review: string) =>
      expectSuccess(client.DELETE('/api/reviews/{id}', { params: { path: { id: review } } })),
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
      // The stars beside the product's name.
      queryClient.invalidateQueries({ queryKey: productQuery(id).queryKey }),
    ])
}

/** Returns an error handler that marks the user as signed out where a refusal shows that the session has ended. */
function useForgetSession() {
  const queryClient = useQueryClient()
  return (error: Error) => {
    if (error instanceof ApiError && error.status === 401) queryClient.setQueryData(sessionQuery.queryKey, null)
  }
}
