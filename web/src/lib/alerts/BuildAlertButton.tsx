import { Suspense, useState } from 'react'
import { withSeldomUsedTexts } from '~/i18n'
import { useText } from '~/i18n/useText'
import { Button } from '~/ui/Button'
import type { AlertBuild } from './BuildAlertDialog'
import { lazyDialog } from '~/lib/dialog/lazyDialog'

const BuildAlertDialog = lazyDialog(
  withSeldomUsedTexts(() => import('./BuildAlertDialog')),
  'BuildAlertDialog',
)

/**
 * Opens the dialog for an alert on the total of a saved build; left out where no part of it is in stock. The component that
 * renders it must load the texts `seldomUsed`.
 */
export function BuildAlertButton({ build }: { build: AlertBuild }) {
  const { t } = useText()
  const [open, setOpen] = useState(false)
  if (build.total <= 0) return null
  return (
    <>
      <Button
        small
        icon="bell"
        aria-haspopup="dialog"
        aria-label={t('alert.ofBuild', { name: build.name })}
        onClick={() => setOpen(true)}
      >
        {t('alert.short')}
      </Button>
      {open && (
        <Suspense>
          <BuildAlertDialog build={build} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
