import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { ApiError, client, readBody } from './client'
import type { Category, HistoryRange, ProductDetail } from './wire'

/** A sample of a product in a body, for `readBody`. */
export const PRODUCT = { id: '', name: '', category: '', specs: {}, trend: [] }

/** Suggestions of the search field for the typed letters. */
export const suggestQuery = (q: string) =>
  queryOptions({
    queryKey: ['suggest', q],
    queryFn: ({ signal }) =>
      readBody(client.GET('/api/suggest', { params: { query: { q } }, signal }), {
        brands: [],
        categories: [],
        products: [],
        queries: [],
        retailers: [],
      }),
    staleTime: 60_000,
    retry: false,
    placeholderData: keepPreviousData,
  })

/** One product with its offers. */
export const productQuery = (id: string) =>
  queryOptions({
    queryKey: ['products', 'detail', id],
    queryFn: async ({ signal }) =>
      (await readBody(client.GET('/api/products', { params: { query: { id } }, signal }), {
        product: PRODUCT,
        retailers: [{}],
        sources: [{}],
        specSources: {},
        landingPages: [],
      })) as ProductDetail,
  })

/** The retailers; a retailer's position decides its colour and shape. */
export const retailersQuery = queryOptions({
  queryKey: ['retailers'],
  queryFn: ({ signal }) => readBody(client.GET('/api/retailers', { signal }), { retailers: [] }),
  staleTime: 60 * 60 * 1000,
})

/** The sources of the product facts. */
export const sourcesQuery = queryOptions({
  queryKey: ['sources'],
  queryFn: ({ signal }) => readBody(client.GET('/api/sources', { signal }), { sources: [] }),
})

/** The categories with their product counts. */
export const categoriesQuery = queryOptions({
  queryKey: ['categories'],
  queryFn: ({ signal }) => readBody(client.GET('/api/categories', { signal }), { categories: [] }),
})

/** The landing pages of a category: its chips, sockets, capacities and manufacturers. */
export const landingPagesQuery = (category: Category) =>
  queryOptions({
    queryKey: ['landing-pages', category],
    queryFn: ({ signal }) =>
      readBody(client.GET('/api/landing-pages', { params: { query: { category } }, signal }), { landingPages: [] }),
    staleTime: 10 * 60 * 1000,
  })

/** A product's past prices at every retailer; null when there are none. */
export const historyQuery = (id: string, range: HistoryRange) =>
  queryOptions({
    queryKey: ['products', 'history', id, range],
    queryFn: async ({ signal }) => {
      try {
        return await readBody(
          client.GET('/api/products/{id}/price-history', { params: { path: { id }, query: { range } }, signal }),
          { datasets: [{ data: [{}] }], statistics: {} },
        )
      } catch (error) {
        if (error instanceof ApiError && error.status === 404) return null
        throw error
      }
    },
    // Prices change: cached data is shown while it is requested again.
    staleTime: 0,
    placeholderData: keepPreviousData,
  })
