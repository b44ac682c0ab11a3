import { useText } from '~/i18n/useText'
import { mergeStored, useBuild } from './buildStore'
import { ACTION_TOAST_TIME, useToasts } from './toasts'

/** Returns a function that changes the current build, says so by a short message, and offers there to undo the change. */
export function useUndoable(): (change: () => void, text: string) => void {
  const { t } = useText()
  const showToast = useToasts((state) => state.show)
  return (change, text) => {
    // Another tab may have changed the build: its change is not part of this one.
    mergeStored()
    const before = useBuild.getState()
    change()
    const after = useBuild.getState().currentBuild
    showToast(text, ACTION_TOAST_TIME, {
      label: t('card.undo'),
      act: () => {
        if (!useBuild.getState().undo(before, after)) showToast(t('card.notUndone'), ACTION_TOAST_TIME)
      },
    })
  }
}
