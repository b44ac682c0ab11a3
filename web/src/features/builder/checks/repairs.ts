import { queryOptions } from '@tanstack/react-query'
import { ApiError, client, readBody } from '~/api/client'
import type { components as schema } from '~/api/schema'
import { chosenParts, type Components } from '~/lib/build'

type Schemas = schema['schemas']
/** Swaps after which a build fits. */
export type BuildRepair = Schemas['BuildRepair']

/** Categories that no rule compares with other parts. */
const UNRELATED = ['KEYBOARD', 'MOUSE', 'HEADSET', 'OTHER']

/** The fewest swaps after which the chosen parts fit. */
export function repairsQuery(components: Components) {
  const parts = chosenParts(components)
    .filter((part) => !UNRELATED.includes(part.componentType))
    .map((part) => ({ productId: part.product.id, quantity: part.quantity }))
  return queryOptions({
    queryKey: ['build-repairs', parts],
    queryFn: ({ signal }) =>
      readBody(client.POST('/api/build-repairs', { body: { parts }, signal }), { products: [], repairs: [] }),
    staleTime: 15_000,
    retry: (count, error) => count < 2 && !(error instanceof ApiError && error.status >= 400 && error.status < 500),
  })
}
