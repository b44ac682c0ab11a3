import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { productsQuery } from '~/api/productsQuery'
import { findRequested } from '~/api/requestedProducts'
import { useText } from '~/i18n/useText'
import { chosenParts, useBuild } from '~/lib/buildStore'
import { useErrorText } from '~/lib/useErrorText'
import type { PricedBuild } from '~/lib/budgetBuilds'

/** Returns a function that opens a build in the builder. Unsaved parts are replaced only after a confirmation. */
export function useOpenInBuilder() {
  const { t } = useText()
  const errorText = useErrorText()
  const navigate = useNavigate()
  const queries = useQueryClient()
  const [opening, setOpening] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)

  async function open(build: PricedBuild, name: string): Promise<void> {
    const { currentBuild, unsavedChanges, replaceParts } = useBuild.getState()
    const wouldLoseParts = unsavedChanges && chosenParts(currentBuild.components).length > 0
    if (wouldLoseParts && !window.confirm(t('budget.replaceConfirm'))) return
    setOpening(true)
    setFailure(null)
    try {
      const products = await queries.fetchQuery(productsQuery(build.parts.map(({ productId }) => productId)))
      const parts = build.parts.flatMap(({ productId, quantity }) => {
        const product = findRequested(products, productId)
        return product ? [{ product, quantity }] : []
      })
      // A product that has just left the catalogue.
      if (parts.length < build.parts.length) throw new Error('a product of the build is gone')
      replaceParts(parts, name)
      await navigate({ to: '/' })
    } catch (error) {
      setFailure(errorText(error, t('budget.openFailed')))
      setOpening(false)
    }
  }
  return { open, opening, failure }
}
