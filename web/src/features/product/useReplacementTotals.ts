import type { Product } from '~/api/wire'
import { chosenParts, priceToday, toSelectedComponent, multiplyKwd, type Components } from '~/lib/build'
import { insertPart } from '~/lib/buildSlots'
import { useBuild } from '~/lib/buildStore'
import { sumKwd } from '~/lib/money'
import { useTodaysParts } from '~/lib/TodaysPartsProvider'
import { useBuildStatus } from '~/lib/product/useBuildStatus'

/**
 * Returns the build's total in KWD now, and with a product in place of the one that it replaces, both at today's
 * prices; null where it replaces none, cannot be bought, or leaves the total unchanged.
 */
export function useReplacementTotals(product: Product): { from: number; to: number } | null {
  const today = useTodaysParts()
  const status = useBuildStatus(product)
  const components = useBuild(({ currentBuild }) => currentBuild.components)
  const target = useBuild((state) => state.target)
  const part = toSelectedComponent(product)
  if (status === 'none' || status === 'current' || !product.inStock || part.price === null) return null
  const after = insertPart(components, part, target?.category === product.category ? target : null)
  const total = (parts: Components) =>
    sumKwd(
      chosenParts(parts).map((one) =>
        multiplyKwd((one.product.id === product.id ? part.price : priceToday(one, today)) ?? 0, one.quantity),
      ),
    )
  const change = { from: total(components), to: total(after) }
  return change.from === change.to ? null : change
}
