import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { client, readBody } from '~/api/client'
import { PAGE_SIZE } from '~/api/limits'
import { PRODUCT } from '~/api/queries'

/** The filters and the page of the deals, as in the address. */
export type DealsSearch = { category?: string[]; retailer?: string[]; page?: number }

/** A page of the products in stock below their usual price. The same parameters as in `api/src/site/deals_page.rs`. */
export const dealsQuery = ({ category, retailer, page }: DealsSearch) =>
  queryOptions({
    queryKey: ['products', 'deals', category, retailer, page],
    queryFn: ({ signal }) =>
      readBody(
        client.GET('/api/deals', {
          params: { query: { category, retailer, page: page ?? 1, limit: PAGE_SIZE } },
          signal,
        }),
        { products: [PRODUCT], categories: [{}], retailers: [{}] },
      ),
    placeholderData: keepPreviousData,
  })
