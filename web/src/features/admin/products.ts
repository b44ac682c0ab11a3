import { keepPreviousData, queryOptions, type QueryClient } from '@tanstack/react-query'
import { answer, client, done } from '~/api/client'
import { productQuery } from '~/api/queries'
import type { components } from '~/api/schema'
import type { Category } from '~/api/wire'
import { parseCategory } from '~/lib/categories'
import { confirmed } from './confirmed'

/** One shop's offer, and the product that it is of. */
export type AdminProduct = components['schemas']['AdminProduct']
/** A picture that shops show of a product. */
export type ProductPicture = components['schemas']['ProductPicture']
/** What is to become of a product's picture. */
export type PictureDecision = components['schemas']['PictureDecision']
/** The fields that a change sets. */
export type ProductChange = components['schemas']['ProductChange']

/** Rows that a page may hold. */
export const pageSizes = ['10', '25', '50', '100'] as const
/** As many unless asked otherwise. */
export const usualSize = '25'
/** The columns by which the server sorts. */
export const productSorts = ['name', 'category', 'manufacturer', 'retailer', 'price', 'inStock'] as const

/** Which offers are shown, and in what order. */
export type ProductFilter = {
  q?: string
  category?: string
  linked?: 'true' | 'false'
  sort?: (typeof productSorts)[number]
  order?: 'desc'
  size: (typeof pageSizes)[number]
  page: number
}

/** Every page of offers, whatever its filters: what a change makes stale. */
export const allProducts = { queryKey: ['mine', 'admin', 'products'] }

/** A page of offers. */
export const adminProductsQuery = (filter: ProductFilter) =>
  queryOptions({
    queryKey: [...allProducts.queryKey, filter],
    queryFn: ({ signal }) => {
      const { q, category, linked, sort, order, size, page } = filter
      // This one call counts its pages from 0.
      const query = { search: q, category: category as Category | undefined, linked: linked === undefined ? undefined : linked === 'true', sort, order, limit: Number(size), page: page - 1 }
      return confirmed(() => answer(client.GET('/api/admin/products', { params: { query }, signal })))
    },
    placeholderData: keepPreviousData,
    staleTime: 0,
  })

/** Changes an offer, and pins what was changed. */
export const editProduct = (id: string, body: ProductChange) => confirmed(() => answer(client.PATCH('/api/admin/products/{id}', { params: { path: { id } }, body })))

/** Deletes an offer for good. */
export const deleteProduct = (id: string) => confirmed(() => done(client.DELETE('/api/admin/products/{id}', { params: { path: { id } } })))

/** Joins offers to a product, or takes them from theirs. */
export const linkProducts = (ids: string[], canonicalId: string | null) => confirmed(() => answer(client.POST('/api/admin/products/link', { body: { ids, canonicalId } })))

/** A product of the catalogue as it is now. */
export const catalogueProductQuery = (id: string) => ({ ...productQuery(id), staleTime: 0 })

/** Makes one product of two: `from` goes, with all that hangs on it, to `into`. */
export const mergeProducts = (from: string, into: string) =>
  confirmed(() => answer(client.POST('/api/admin/catalogue/{id}/merge', { params: { path: { id: from } }, body: { into } })))

/** Makes another product of some of a product's offers. */
export const splitProduct = (id: string, offerIds: string[]) =>
  confirmed(() => answer(client.POST('/api/admin/catalogue/{id}/split', { params: { path: { id } }, body: { offerIds } })))

/** The pictures that shops show of a product. */
export const productPicturesQuery = (id: string) =>
  queryOptions({
    queryKey: ['mine', 'admin', 'pictures', id],
    queryFn: ({ signal }) => confirmed(() => answer(client.GET('/api/admin/catalogue/{id}/pictures', { params: { path: { id } }, signal }))),
    staleTime: 0,
  })

/** Chooses or refuses a picture of a product. */
export const decidePicture = (id: string, body: PictureDecision) => confirmed(() => answer(client.POST('/api/admin/catalogue/{id}/pictures', { params: { path: { id } }, body })))

/** Asks again for what other products make stale: the offers' table, and every product that was looked at. */
export const remade = (queryClient: QueryClient) => Promise.all([queryClient.invalidateQueries(allProducts), queryClient.invalidateQueries({ queryKey: ['products'] })])

/** Products of the catalogue to choose from. */
export const canonicalQuery = (q: string, category: string | null) =>
  queryOptions({
    queryKey: ['products', 'canonical', q, category],
    queryFn: async ({ signal }) => {
      const known = parseCategory(category ?? '')
      // Nobody looks at the counts.
      const query = { q, limit: 8, facets: false, ...(known ? { category: [known] } : {}) }
      return (await answer(client.GET('/api/search', { params: { query }, signal }))).products
    },
    enabled: q.trim() !== '',
    placeholderData: keepPreviousData,
  })
