import { keepPreviousData, queryOptions, type QueryClient } from '@tanstack/react-query'
import { client, expectSuccess, readBody } from '~/api/client'
import { productQuery } from '~/api/queries'
import type { components, operations } from '~/api/schema'
import type { Category } from '~/api/wire'
import { parseCategory } from '~/lib/categories'
import { withPasswordPrompt } from './passwordPrompt'

/** A retailer's offer, with its product. */
export type AdminProduct = components['schemas']['AdminProduct']
/** A picture that retailers show of a product. */
export type ProductPicture = components['schemas']['ProductPicture']
/** A decision on a product's picture. */
export type PictureDecision = components['schemas']['PictureDecision']
/** The fields that a change sets. */
export type ProductChange = components['schemas']['ProductChange']

type ListParameters = NonNullable<operations['list_admin_products']['parameters']['query']>

/** The choices for the number of rows on a page. */
export const pageSizes = ['10', '25', '50', '100'] as const
/** Default number of rows. */
export const DEFAULT_PAGE_SIZE = '25'

/** Filters and order of the offers' table. */
export type ProductFilter = {
  q?: string
  category?: string
  linked?: 'true' | 'false'
  /** The column by which the server sorts. */
  sort?: ListParameters['sort']
  order?: 'desc'
  size: (typeof pageSizes)[number]
  page: number
}

/** Selects the cached queries of all pages of offers, whatever the filter, to invalidate after a change. */
export const allAdminProductQueries = { queryKey: ['ofUser', 'admin', 'products'] }

/** A page of offers. */
export const adminProductsQuery = (filter: ProductFilter) =>
  queryOptions({
    queryKey: [...allAdminProductQueries.queryKey, filter],
    queryFn: ({ signal }) => {
      const { q, category, linked, sort, order, size, page } = filter
      // Only this endpoint counts its pages from 0.
      const query = {
        search: q,
        category: category as Category | undefined,
        linked: linked === undefined ? undefined : linked === 'true',
        sort,
        order,
        limit: Number(size),
        page: page - 1,
      }
      return withPasswordPrompt(() =>
        readBody(client.GET('/api/admin/products', { params: { query }, signal }), { products: [] }),
      )
    },
    placeholderData: keepPreviousData,
    staleTime: 0,
  })

/** Changes an offer, and pins the changed fields. */
export const editProduct = (id: string, body: ProductChange) =>
  withPasswordPrompt(() =>
    readBody(client.PATCH('/api/admin/products/{id}', { params: { path: { id } }, body }), { pinned: [] }),
  )

/** Deletes an offer permanently. */
export const deleteProduct = (id: string) =>
  withPasswordPrompt(() => expectSuccess(client.DELETE('/api/admin/products/{id}', { params: { path: { id } } })))

/** Joins offers to a product; with null, removes them from their products. */
export const linkProducts = (ids: string[], canonicalId: string | null) =>
  withPasswordPrompt(() =>
    readBody(client.POST('/api/admin/products/link', { body: { ids, canonicalId } }), { failed: [] }),
  )

/** A product of the catalogue in its current state. */
export const catalogueProductQuery = (id: string) => ({ ...productQuery(id), staleTime: 0 })

/** Merges product `from`, with its offers and all other data, into product `into`; `from` disappears. */
export const mergeProducts = (from: string, into: string) =>
  withPasswordPrompt(() =>
    readBody(client.POST('/api/admin/catalogue/{id}/merge', { params: { path: { id: from } }, body: { into } })),
  )

/** Makes a new product from some of a product's offers. */
export const splitProduct = (id: string, offerIds: string[]) =>
  withPasswordPrompt(() =>
    readBody(client.POST('/api/admin/catalogue/{id}/split', { params: { path: { id } }, body: { offerIds } })),
  )

/** Effects of a split of these offers: what it would move, and what it would leave. */
export const splitPreviewQuery = (id: string, offerIds: string[]) =>
  queryOptions({
    queryKey: ['ofUser', 'admin', 'split', id, offerIds],
    queryFn: () =>
      withPasswordPrompt(() =>
        readBody(
          client.POST('/api/admin/catalogue/{id}/split/preview', { params: { path: { id } }, body: { offerIds } }),
          { moves: {}, stays: {} },
        ),
      ),
    staleTime: 0,
  })

/** Undoes a split, given the product that it made. */
export const undoSplit = (newId: string) =>
  withPasswordPrompt(() =>
    readBody(client.POST('/api/admin/catalogue/{id}/split/undo', { params: { path: { id: newId } } })),
  )

/** The pictures that retailers show of a product. */
export const productPicturesQuery = (id: string) =>
  queryOptions({
    queryKey: ['ofUser', 'admin', 'pictures', id],
    queryFn: ({ signal }) =>
      withPasswordPrompt(() =>
        readBody(client.GET('/api/admin/catalogue/{id}/pictures', { params: { path: { id } }, signal }), {
          pictures: [],
        }),
      ),
    staleTime: 0,
  })

/** Chooses or excludes a picture of a product. */
export const decidePicture = (id: string, body: PictureDecision) =>
  withPasswordPrompt(() =>
    readBody(client.POST('/api/admin/catalogue/{id}/pictures', { params: { path: { id } }, body }), { pictures: [] }),
  )

/** Invalidates all data that depends on products: the offers' table, and every loaded product. */
export const invalidateProducts = (queryClient: QueryClient) =>
  Promise.all([
    queryClient.invalidateQueries(allAdminProductQueries),
    queryClient.invalidateQueries({ queryKey: ['products'] }),
  ])

/** Products of the catalogue to choose from. */
export const productChoicesQuery = (q: string, category: string | null) =>
  queryOptions({
    queryKey: ['products', 'canonical', q, category],
    queryFn: async ({ signal }) => {
      const known = parseCategory(category ?? '')
      // The picker does not show counts.
      const query = { q, limit: 8, facets: false, ...(known ? { category: [known] } : {}) }
      return (
        await readBody(client.GET('/api/search', { params: { query }, signal }), {
          products: [],
        })
      ).products
    },
    enabled: q.trim() !== '',
    placeholderData: keepPreviousData,
  })
