import { useQueryClient } from '@tanstack/react-query'
import { productsQuery } from '~/api/productsQuery'
import { findRequested } from '~/api/requestedProducts'
import { useText } from '~/i18n/useText'
import { useBuild } from '~/lib/buildStore'
import { useErrorText } from '~/lib/useErrorText'
import { useSubmit } from '~/lib/useSubmit'
import { useUndoable } from '~/lib/useUndoable'
import type { BuildRepair } from './repairs'

/** Returns a function that makes the swaps of a repair in the current build, where they can be undone. */
export function useApplyRepair(onDone: () => void) {
  const { t, format } = useText()
  const errorText = useErrorText()
  const queries = useQueryClient()
  const undoable = useUndoable()
  const applying = useSubmit({
    mutationFn: async ({ swaps }: BuildRepair) => {
      const products = await queries.fetchQuery(productsQuery(swaps.map((swap) => swap.to)))
      const added = swaps.flatMap(({ to, quantity }) => {
        const product = findRequested(products, to)
        return product ? [{ product, quantity }] : []
      })
      // A product that has just left the catalogue.
      if (added.length < swaps.length) throw new Error('a product of the repair is gone')
      const removed = swaps.map((swap) => swap.from)
      const text = t('repair.applied', { count: swaps.length, n: format.count(swaps.length) })
      undoable(() => useBuild.getState().exchange(removed, added), text)
    },
    onSuccess: onDone,
  })
  return {
    apply: applying.mutate,
    applying: applying.isPending,
    failure: applying.error && errorText(applying.error, t('repair.applyFailed')),
  }
}
