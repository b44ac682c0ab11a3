import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { productsQuery } from '~/api/productsQuery'
import { findRequested } from '~/api/requestedProducts'
import { useText } from '~/i18n/useText'
import { useBuild } from '~/lib/buildStore'
import { mayReplaceBuild } from '~/lib/mayReplaceBuild'
import { useErrorText } from '~/lib/useErrorText'
import { useSubmit } from '~/lib/useSubmit'
import type { PricedBuild } from '~/lib/budgetBuilds'

/** Returns a function that opens a build in the builder. Unsaved parts are replaced only after a confirmation. */
export function useOpenInBuilder() {
  const { t } = useText()
  const errorText = useErrorText()
  const navigate = useNavigate()
  const queries = useQueryClient()
  const opening = useSubmit({
    mutationFn: async ({ build, name }: { build: PricedBuild; name: string }) => {
      const products = await queries.fetchQuery(productsQuery(build.parts.map(({ productId }) => productId)))
      const parts = build.parts.flatMap(({ productId, quantity }) => {
        const product = findRequested(products, productId)
        return product ? [{ product, quantity }] : []
      })
      // A product that has just left the catalogue.
      if (parts.length < build.parts.length) throw new Error('a product of the build is gone')
      if (!(await mayReplaceBuild(t('budget.replaceConfirm')))) return
      useBuild.getState().replaceParts(parts, name)
      await navigate({ to: '/' })
    },
  })
  const open = (build: PricedBuild, name: string) => opening.mutate({ build, name })
  const failure = opening.error && errorText(opening.error, t('budget.openFailed'))
  return { open, opening: opening.isPending, failure }
}
