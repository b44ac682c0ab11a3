import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { productsQuery } from '~/api/productsQuery'
import { findRequested } from '~/api/requestedProducts'
import { useText } from '~/i18n/useText'
import { useBuild } from '~/lib/buildStore'
import { ACTION_TOAST_TIME, useToasts } from '~/lib/toasts'
import { useErrorText } from '~/lib/useErrorText'
import { useSubmit } from '~/lib/useSubmit'
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
  const showToast = useToasts((state) => state.show)
  const applying = useSubmit({
    mutationFn: async ({ parts, bought, replaced }: UpgradeOption) => {
      const products = await queries.fetchQuery(productsQuery(bought))
      const added = parts.flatMap(({ productId, quantity, owned }) => {
        const product = owned ? undefined : findRequested(products, productId)
        return product ? [{ product, quantity }] : []
      })
      const { currentBuild, unsavedChanges, exchange, restore } = useBuild.getState()
      exchange(replaced, added)
      showToast(t('upgrade.applied'), ACTION_TOAST_TIME, {
        label: t('card.undo'),
        act: () => restore(currentBuild, unsavedChanges),
      })
    },
    onSuccess: () => navigate({ to: '/' }),
  })
  return {
    apply: applying.mutate,
    applying: applying.isPending || applying.isSuccess,
    failure: applying.error && errorText(applying.error, t('upgrade.applyFailed')),
  }
}
