import type { Product } from '~/api/wire'
import { useBuild } from '~/lib/buildStore'
import { differenceKwd } from '~/lib/money'

/** What a product is to the build: nothing, in it, or a dearer (upgrade) or other (alternative) choice for a filled slot. */
export type BuildStatus = 'none' | 'current' | 'upgrade' | 'alternative'

/** What a product is to the build somebody is working on. */
export function useBuildStatus(product: Pick<Product, 'id' | 'category' | 'price'>): BuildStatus {
  const chosen = useBuild((state) => state.components[product.category])
  if (!chosen) return 'none'
  if (chosen.product.id === product.id) return 'current'
  return (product.price ?? 0) > (chosen.price ?? 0) ? 'upgrade' : 'alternative'
}

/** By how much the build's total would change, in KWD; nothing when it would not or when a price is not known. */
export function useBuildDifference(product: Pick<Product, 'id' | 'category' | 'price'>): number | null {
  const chosen = useBuild((state) => state.components[product.category])
  if (!chosen || chosen.product.id === product.id || product.price === null || chosen.price === null) return null
  return differenceKwd(product.price, chosen.price)
}
