import type { Category } from '~/api/wire'
import { useText } from '~/i18n/useText'
import { useBuild } from './buildStore'
import { acceptPress } from './presses'
import { ACTION_TOAST_TIME, useToasts } from './toasts'
import { useProductName } from '~/ui/ProductName'

/**
 * Returns a function that removes a part from the build and offers to undo that. Its result tells whether the part was
 * removed: a double click removes only one.
 */
export function useRemovePart(): (category: Category, productId: string, at: number) => boolean {
  const { t } = useText()
  const productName = useProductName()
  const showToast = useToasts((state) => state.show)
  return (category, productId, at) => {
    const { currentBuild, remove, reinsert } = useBuild.getState()
    const parts = currentBuild.components[category] ?? []
    const index = parts.findIndex((one) => one.product.id === productId)
    const part = parts[index]
    if (!part || !acceptPress('remove', productId, at)) return false
    remove(category, productId)
    showToast(t('card.removed', { name: productName(part.product) }), ACTION_TOAST_TIME, {
      label: t('card.undo'),
      act: () => reinsert(part, index),
    })
    return true
  }
}
