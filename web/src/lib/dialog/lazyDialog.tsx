import { useEffect, useEffectEvent } from 'react'
import { useText } from '~/i18n/useText'
import { ACTION_TOAST_TIME, useToasts } from '~/lib/toasts'
import { lazyPiece, type FailedPiece } from '~/ui/lazyPiece'

type Closable = { onClose: () => void }

/** As `lazyPiece`, for a dialog: one that fails is closed again, and a short message says so. */
export function lazyDialog<Name extends string, Module extends Record<Name, (props: never) => unknown>>(
  load: () => Promise<Module>,
  name: Name,
) {
  return lazyPiece(load, name, (failed, props) => <FailedDialog {...failed} onClose={(props as Closable).onClose} />)
}

function FailedDialog({ outdated, retry, onClose }: FailedPiece & Closable) {
  const { t } = useText()
  const close = useEffectEvent(() => {
    const { show } = useToasts.getState()
    if (outdated) show(t('error.outdated'), ACTION_TOAST_TIME, { label: t('error.reload'), act: retry })
    else show(t('error.piece'), ACTION_TOAST_TIME)
    onClose()
  })
  useEffect(() => close(), [])
  return null
}
