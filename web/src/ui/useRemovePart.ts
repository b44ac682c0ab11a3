import type { Category } from '~/api/wire'
import { useText } from '~/i18n/useText'
import { useBuild } from '~/lib/buildStore'
import { pressCounts } from '~/lib/presses'
import { toastWithAction, useToasts } from '~/lib/toasts'
import { useProductName } from './Name'

/** The way to remove a part from the build, which offers to put it back. Answers whether it was removed: a double click removes one part. */
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
