import { Suspense, useState } from 'react'
import { withTexts } from '~/i18n'
import { useText } from '~/i18n/useText'
import { Button } from '~/ui/Button'
import type { AlertBuild } from './BuildAlertDialog'
import { lazyDialog } from '~/lib/dialog/lazyDialog'

const BuildAlertDialog = lazyDialog(
  withTexts(['account', 'builds', 'header', 'alerts'], () => import('./BuildAlertDialog')),
  'BuildAlertDialog',
)

/**
 * Opens the dialog for an alert on the total of a saved build; left out where no part of it is in stock. The component that
 * renders it must load the texts `builds`.
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
