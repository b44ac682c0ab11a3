import type { Category, Product } from '~/api/wire'
import { priceToday } from '~/lib/build'
import { useBuild, type SelectedComponent } from '~/lib/buildStore'
import { categoryInfo } from '~/lib/categories'
import { subtractKwd } from '~/lib/money'
import { useTodaysParts } from '~/lib/TodaysPartsProvider'

/**
 * Relation of a product to the build: none, a part of it, or for a filled slot a dearer (upgrade) or other
 * (alternative) choice.
 */
type BuildStatus = 'none' | 'current' | 'upgrade' | 'alternative'

type CheckedProduct = Pick<Product, 'id' | 'category' | 'price'>

/** Returns the relation of a product to the current build. */
export function useBuildStatus(product: CheckedProduct): BuildStatus {
  const parts = useBuild((state) => state.currentBuild.components[product.category])
  const replaced = useReplacedPart(product)
  const today = useTodaysParts()
  if (parts?.some((one) => one.product.id === product.id)) return 'current'
  if (!replaced) return 'none'
  return (product.price ?? 0) > (priceToday(replaced, today) ?? 0) ? 'upgrade' : 'alternative'
}

/** Whether compatibility rules are about a category: only categories with a row in the builder have rules. */
const hasRules = (category: Category) => categoryInfo(category).isSlot

/** Whether the fit of a product can be checked: the build has another part to compare it with. */
export function useCanCheckFit({ id, category }: Pick<CheckedProduct, 'id' | 'category'>): boolean {
  return useBuild(
    ({ currentBuild }) =>
      hasRules(category) &&
      Object.values(currentBuild.components).some((parts) =>
        parts.some((one) => one.product.id !== id && hasRules(one.componentType)),
      ),
  )
}

/**
 * Returns the difference to today's price of the part that the product would replace, in KWD; null where it would
 * replace none or a price is not known.
 */
export function useBuildDifference(product: CheckedProduct): number | null {
  const status = useBuildStatus(product)
  const replaced = useReplacedPart(product)
  const today = useTodaysParts()
  const price = replaced && priceToday(replaced, today)
  if (status === 'current' || product.price === null || price === undefined || price === null) return null
  return subtractKwd(product.price, price)
}

/** Returns the part that the product would replace; undefined where it would stand beside the slot's parts. */
function useReplacedPart({ category }: CheckedProduct): SelectedComponent | undefined {
  return useBuild(({ currentBuild, target }) => {
    const parts = currentBuild.components[category]
    const choiceTarget = target?.category === category ? target : null
    if (choiceTarget?.replaces === null) return undefined
    return parts?.find((one) => one.product.id === choiceTarget?.replaces) ?? parts?.[0]
  })
}
