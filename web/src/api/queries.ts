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

/** Product with its offers. */
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

/** The product that a retailer sells at a web address. */
export const soldProductQuery = (url: string) =>
  queryOptions({
    queryKey: ['soldProduct', url],
    queryFn: ({ signal }) =>
      readBody(client.GET('/api/offers/by-url', { params: { query: { url } }, signal }), { productId: '' }),
  })

/** The product whose barcode has a number. */
export const productByGtinQuery = (gtin: string) =>
  queryOptions({
    queryKey: ['productByGtin', gtin],
    queryFn: ({ signal }) =>
      readBody(client.GET('/api/products/by-gtin/{gtin}', { params: { path: { gtin } }, signal }), { productId: '' }),
  })

/** The retailers; a retailer's position decides its colour and shape. */
export const retailersQuery = queryOptions({
  queryKey: ['retailers'],
  queryFn: ({ signal }) => readBody(client.GET('/api/retailers', { signal }), { retailers: [] }),
  staleTime: 60 * 60 * 1000,
})

/** A retailer with what it sells; null for a slug that no retailer has. */
export const retailerQuery = (slug: string) =>
  queryOptions({
    queryKey: ['retailers', slug],
    queryFn: async ({ signal }) => {
      try {
        return await readBody(client.GET('/api/retailers/{slug}', { params: { path: { slug } }, signal }), {
          retailer: { shipping: {} },
          categories: [{}],
        })
      } catch (error) {
        if (error instanceof ApiError && error.status === 404) return null
        throw error
      }
    },
  })

/** The sources of the product facts. */
export const sourcesQuery = queryOptions({
  queryKey: ['sources'],
  queryFn: ({ signal }) => readBody(client.GET('/api/sources', { signal }), { sources: [] }),
})

/** Who runs the site, how to reach them, and the periods that the pages about the site name. */
export const siteQuery = queryOptions({
  queryKey: ['site'],
  queryFn: ({ signal }) =>
    readBody(client.GET('/api/site', { signal }), {
      reader: '',
      interestDays: 0,
      clickOutsDays: 0,
      guestBuildsDays: 0,
      buildSuggestionsDays: 0,
      inStockDays: 0,
      thinAfterDays: 0,
      movePercent: 0,
    }),
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
