import type { Product } from '~/api/wire'
import { chosenParts, priceToday, selected, timesKwd, type Components } from '~/lib/build'
import { put } from '~/lib/buildSlots'
import { useBuild } from '~/lib/buildStore'
import { sumKwd } from '~/lib/money'
import { useBuildToday } from '~/ui/BuildToday'
import { useBuildStatus } from '~/ui/useBuildStatus'

/**
 * The build's total in KWD as it is and as it would be with a product in the place of what it replaces, both at today's
 * prices; nothing where it replaces nothing, cannot be bought, or leaves the total as it is.
 */
export function useBuildChange(product: Product): { from: number; to: number } | null {
  const today = useBuildToday()
  const status = useBuildStatus(product)
  const components = useBuild(({ currentBuild }) => currentBuild.components)
  const target = useBuild((state) => state.target)
  const part = selected(product)
  if (status === 'none' || status === 'current' || !product.inStock || part.price === null) return null
  const after = put(components, part, target?.category === product.category ? target : null)
  const total = (parts: Components) =>
    sumKwd(chosenParts(parts).map((one) => timesKwd((one.product.id === product.id ? part.price : priceToday(one, today)) ?? 0, one.quantity)))
  const change = { from: total(components), to: total(after) }
  return change.from === change.to ? null : change
}
