import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { client, readBody } from './client'
import { PRODUCT } from './queries'
import type { RequestedProducts } from './requestedProducts'

/** Several products in the requested order; unknown ids are left out. */
export const productsQuery = (ids: string[]) =>
  queryOptions({
    queryKey: ['products', 'several', ids],
    queryFn: async ({ signal }) =>
      (await readBody(client.GET('/api/products', { params: { query: { ids } }, signal }), {
        products: [PRODUCT],
        mergedInto: {},
      })) as RequestedProducts,
    enabled: ids.length > 0,
    placeholderData: keepPreviousData,
  })
