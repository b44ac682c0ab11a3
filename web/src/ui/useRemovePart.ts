import type { Category } from '~/api/wire'
import { useText } from '~/i18n/useText'
import { useBuild } from '~/lib/buildStore'
import { pressCounts } from '~/lib/presses'
import { toastWithAction, useToasts } from '~/lib/toasts'
import { useProductName } from './Name'

/**
 * Returns a function that removes a part from the build and offers to undo that. Its result tells whether the part was
 * removed: a double click removes only one.
 */
export function useRemovePart(): (category: Category, productId: string, at: number) => boolean {
  const { t } = useText()
  const name = useProductName()
  const say = useToasts((state) => state.say)
  return (category, productId, at) => {
    const { currentBuild, remove, putBack } = useBuild.getState()
    const held = currentBuild.components[category] ?? []
    const index = held.findIndex((one) => one.product.id === productId)
    const part = held[index]
    if (!part || !pressCounts('remove', productId, at)) return false
    remove(category, productId)
    say(t('card.removed', { name: name(part.product) }), toastWithAction, { label: t('card.undo'), act: () => putBack(part, index) })
    return true
  }
}
