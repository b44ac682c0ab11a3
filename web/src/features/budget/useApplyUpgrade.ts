import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { productsQuery } from '~/api/productsQuery'
import { findRequested } from '~/api/requestedProducts'
import { useText } from '~/i18n/useText'
import { useBuild } from '~/lib/buildStore'
import { useErrorText } from '~/lib/useErrorText'
import { useSubmit } from '~/lib/useSubmit'
import { useUndoable } from '~/lib/useUndoable'
import type { UpgradeOption } from './upgrades'

/**
 * Returns a function that puts the new parts of a change into the current build, in place of those that they replace,
 * and opens the builder, where the change can be undone.
 */
export function useApplyUpgrade() {
  const { t } = useText()
  const errorText = useErrorText()
  const navigate = useNavigate()
  const queries = useQueryClient()
  const undoable = useUndoable()
  const applying = useSubmit({
    mutationFn: async ({ parts, bought, replaced }: UpgradeOption) => {
      const products = await queries.fetchQuery(productsQuery(bought))
      const added = parts.flatMap(({ productId, quantity, owned }) => {
        const product = owned ? undefined : findRequested(products, productId)
        return product ? [{ product, quantity }] : []
      })
      undoable(() => useBuild.getState().exchange(replaced, added), t('upgrade.applied'))
    },
    onSuccess: () => navigate({ to: '/' }),
  })
  return {
    apply: applying.mutate,
    applying: applying.isPending || applying.isSuccess,
    failure: applying.error && errorText(applying.error, t('upgrade.applyFailed')),
  }
}
