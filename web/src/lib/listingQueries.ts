import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { client, readBody } from '~/api/client'
import { PAGE_SIZE } from '~/api/limits'
import { PRODUCT } from '~/api/queries'
import { toApiParameters, type ListingSearch } from './listingSearch'

const LISTING = { products: [PRODUCT], nearby: [PRODUCT], facets: {}, understood: [], dropped: [], hiddenBy: [] }

/**
 * A page of a listing, with the counts of its filters. `partsToFit`: the build's products that the listed ones
 * should fit, each as `id` or `id:quantity`.
 */
export const listingQuery = (search: ListingSearch, partsToFit: string[] = []) =>
  queryOptions({
    queryKey: ['products', 'list', search, search.fit === false ? [] : partsToFit],
    queryFn: ({ signal }) =>
      readBody(
        client.GET('/api/products/list', {
          params: { query: toApiParameters(search, PAGE_SIZE, partsToFit) },
          signal,
        }),
        LISTING,
      ),
    placeholderData: keepPreviousData,
  })

/** A page of search results. */
export const searchQuery = (search: ListingSearch) =>
  queryOptions({
    queryKey: ['products', 'search', search] as const,
    queryFn: ({ signal }) =>
      readBody(client.GET('/api/search', { params: { query: toApiParameters(search, PAGE_SIZE) }, signal }), LISTING),
    enabled: search.q !== undefined,
  })
