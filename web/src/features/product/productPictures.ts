import { queryOptions } from '@tanstack/react-query'
import { client, readBody } from '~/api/client'

/** The pictures of a product, the one on its page first. */
export const productPicturesQuery = (id: string) =>
  queryOptions({
    queryKey: ['products', 'pictures', id],
    queryFn: ({ signal }) =>
      readBody(client.GET('/api/products/{id}/pictures', { params: { path: { id } }, signal }), { pictures: [] }),
    staleTime: 10 * 60 * 1000,
    // The page has its picture without them.
    retry: false,
  })
