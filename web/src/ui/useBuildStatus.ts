import type { Category, Product } from '~/api/wire'
import { priceToday } from '~/lib/build'
import { useBuild, type SelectedComponent } from '~/lib/buildStore'
import { differenceKwd } from '~/lib/money'
import { useBuildToday } from './BuildToday'

/** What a product is to the build: nothing, in it, or a dearer (upgrade) or other (alternative) choice for a filled slot. */
export type BuildStatus = 'none' | 'current' | 'upgrade' | 'alternative'

type Judged = Pick<Product, 'id' | 'category' | 'price'>

/** What a product is to the build somebody is working on. */
export function useBuildStatus(product: Judged): BuildStatus {
  const held = useBuild((state) => state.currentBuild.components[product.category])
  const replaced = useReplaced(product)
  const today = useBuildToday()
  if (held?.some((one) => one.product.id === product.id)) return 'current'
  if (!replaced) return 'none'
  return (product.price ?? 0) > (priceToday(replaced, today) ?? 0) ? 'upgrade' : 'alternative'
}

/** Kinds of part that no rule speaks of. */
const unruled: readonly Category[] = ['KEYBOARD', 'MOUSE', 'HEADSET', 'OTHER']

/** Whether a product can be told to fit: something else is chosen that it may be compared with. */
export function useIsComparable({ id, category }: Pick<Judged, 'id' | 'category'>): boolean {
  return useBuild(
    ({ currentBuild }) =>
      !unruled.includes(category) && Object.values(currentBuild.components).some((parts) => parts.some((one) => one.product.id !== id && !unruled.includes(one.componentType))),
  )
}

/** Difference to the price that the replaced part has today, in KWD; nothing when none is replaced or a price is not known. */
export function useBuildDifference(product: Judged): number | null {
  const status = useBuildStatus(product)
  const replaced = useReplaced(product)
  const today = useBuildToday()
  const price = replaced && priceToday(replaced, today)
  if (status === 'current' || product.price === null || price === undefined || price === null) return null
  return differenceKwd(product.price, price)
}

/** The part in whose place the product would come; none where it would stand beside what is there. */
function useReplaced({ category }: Judged): SelectedComponent | undefined {
  return useBuild(({ currentBuild, target }) => {
    const held = currentBuild.components[category]
    const aimed = target?.category === category ? target : null
    if (aimed?.replaces === null) return undefined
    return held?.find((one) => one.product.id === aimed?.replaces) ?? held?.[0]
  })
}
