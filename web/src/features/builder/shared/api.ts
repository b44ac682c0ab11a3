import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { client, readBody } from '~/api/client'
import { PRODUCT } from '~/api/queries'
import { toWireComponents, type Components } from '~/lib/build'

const isEmpty = (components: Components) => Object.keys(components).length === 0

/** The compatibility check of a build. */
export const compatibilityQuery = (components: Components) => {
  const wire = toWireComponents(components)
  return queryOptions({
    queryKey: ['compatibility', wire],
    queryFn: ({ signal }) =>
      readBody(client.POST('/api/compatibility', { body: { components: wire }, signal }), {
        issues: [],
        passed: [],
        unchecked: [],
      }),
    enabled: !isEmpty(components),
    placeholderData: keepPreviousData,
  })
}

/** The cheapest baskets for a build, delivery included. */
export const basketQuery = (components: Components) => {
  const wire = toWireComponents(components)
  return queryOptions({
    queryKey: ['basket', wire],
    queryFn: ({ signal }) =>
      readBody(client.POST('/api/basket', { body: { components: wire }, signal }), {
        fewerRetailers: [],
        unavailable: [],
      }),
    enabled: !isEmpty(components),
    placeholderData: keepPreviousData,
  })
}

/** The lines of a pasted parts list, with the products that each may name. */
export const partsListQuery = (text: string) =>
  queryOptions({
    queryKey: ['partsList', text],
    queryFn: ({ signal }) =>
      readBody(client.POST('/api/parts-list', { body: { text }, signal }), { lines: [{ products: [PRODUCT] }] }),
    enabled: text !== '',
    // New choices must not appear under the shopper's hand.
    staleTime: Number.POSITIVE_INFINITY,
  })
