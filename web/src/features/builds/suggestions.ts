import { queryOptions } from '@tanstack/react-query'
import { client, readBody } from '~/api/client'
import type { components } from '~/api/schema'
import { toFils } from '~/lib/money'

/** A swap that a visitor proposes for one of the user's builds. */
export type Suggestion = components['schemas']['SwapSuggestion']

/** The swaps proposed for the user's builds. */
export const suggestionsQuery = queryOptions({
  queryKey: ['ofUser', 'suggestions'],
  queryFn: ({ signal }) =>
    readBody(client.GET('/api/user/build-suggestions', { signal }), {
      suggestions: [{ id: '', buildId: '', from: { id: '', name: '' }, to: { id: '', name: '' } }],
    }),
})

/** Returns the suggestion that saves most and fits; undefined where none saves anything. */
export function findBestSaving(suggestions: Suggestion[]): (Suggestion & { saving: number }) | undefined {
  return suggestions
    .flatMap((one) =>
      one.saving !== null && toFils(one.saving) > 0 && one.conflicts === 0 ? [{ ...one, saving: one.saving }] : [],
    )
    .toSorted((a, b) => b.saving - a.saving)[0]
}

/** Returns a build's parts with one product in the place of another. */
export function swapParts(
  parts: Record<string, { productId: string; quantity: number }[]>,
  { from, to }: Pick<Suggestion, 'from' | 'to'>,
): typeof parts {
  return Object.fromEntries(
    Object.entries(parts).map(([slot, list]) => [
      slot,
      list.map((part) => (part.productId === from.id ? { ...part, productId: to.id } : part)),
    ]),
  )
}
