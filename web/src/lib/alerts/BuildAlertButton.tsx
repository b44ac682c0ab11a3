import { lazy, Suspense, useState } from 'react'
import { withMoreTexts } from '~/i18n'
import { useText } from '~/i18n/useText'
import { Button } from '~/ui/Button'

const BuildAlertDialog = lazy(
  withMoreTexts(() => import('./BuildAlertDialog').then((found) => ({ default: found.BuildAlertDialog }))),
)

/**
 * Opens the dialog for an alert on the total of a saved build; left out where no part of it is in stock. The component that
 * renders it must load the texts of `more`.
 */
export function BuildAlertButton({ build }: { build: { id: string; name: string; total: number } }) {
  const { t } = useText()
  const [open, setOpen] = useState(false)
  const { id, name, total } = build
  if (total <= 0) return null
  return (
    <>
      <Button
        small
        icon="bell"
        aria-haspopup="dialog"
        aria-label={t('alert.ofBuild', { name })}
        onClick={() => setOpen(true)}
      >
        {t('alert.short')}
      </Button>
      {open && (
        <Suspense>
          <BuildAlertDialog build={{ id, name, total }} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
