import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { client, expectSuccess, readBody } from '~/api/client'
import type { components } from '~/api/schema'
import { withPasswordPrompt } from '../shared/passwordPrompt'

/** A review of any product. */
export type ListedReview = components['schemas']['AdminReview']

/** The numbers of stars to choose from. */
export const ratings = ['1', '2', '3', '4', '5'] as const

/** Filter of the reviews. */
export type ReviewFilter = {
  rating?: (typeof ratings)[number]
  /** Whether the review has a comment. */
  comment?: 'true' | 'false'
  q?: string
  page: number
}

/** Number of reviews on a page. */
export const REVIEWS_PER_PAGE = 25
/** Selects the cached pages of reviews, to invalidate after a deletion. */
export const allReviewQueries = { queryKey: ['ofUser', 'admin', 'reviews'] }

/** A page of the reviews of all products, newest first. */
export const reviewsQuery = (filter: ReviewFilter) =>
  queryOptions({
    queryKey: [...allReviewQueries.queryKey, filter],
    queryFn: ({ signal }) => {
      const { rating, comment, q, page } = filter
      const query = {
        rating: rating === undefined ? undefined : Number(rating),
        comment: comment === undefined ? undefined : comment === 'true',
        search: q,
        page,
        limit: REVIEWS_PER_PAGE,
      }
      return withPasswordPrompt(() =>
        readBody(client.GET('/api/admin/reviews', { params: { query }, signal }), { reviews: [] }),
      )
    },
    placeholderData: keepPreviousData,
    staleTime: 0,
  })

/** Deletes a review, with a reason for the audit log. */
export const deleteReview = (id: string, reason: string) =>
  withPasswordPrompt(() =>
    expectSuccess(client.POST('/api/admin/reviews/{id}/delete', { params: { path: { id } }, body: { reason } })),
  )
