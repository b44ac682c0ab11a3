import type { Category } from '~/api/wire'
import { useText } from '~/i18n/useText'
import { useBuild } from './buildStore'
import { acceptPress } from './presses'
import { useUndoable } from './useUndoable'
import { useProductName } from '~/ui/ProductName'

/**
 * Returns a function that removes a part from the build and offers to undo that. Its result tells whether the part was
 * removed: a double click removes only one.
 */
export function useRemovePart(): (category: Category, productId: string, at: number) => boolean {
  const { t } = useText()
  const productName = useProductName()
  const undoable = useUndoable()
  return (category, productId, at) => {
    const { currentBuild, remove } = useBuild.getState()
    const part = currentBuild.components[category]?.find((one) => one.product.id === productId)
    if (!part || !acceptPress('remove', productId, at)) return false
    undoable(() => remove(category, productId), t('card.removed', { name: productName(part.product) }))
    return true
  }
}
