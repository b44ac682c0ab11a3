import { Suspense, useState } from 'react'
import type { PriceAlert } from '~/api/alerts'
import { useText } from '~/i18n/useText'
import { isEditable } from '~/lib/alerts/kinds'
import { useChangeAlert } from '~/lib/alerts/useChangeAlert'
import { lazyDialog } from '~/lib/dialog/lazyDialog'
import { useErrorText } from '~/lib/useErrorText'
import { Button } from '~/ui/Button'
import { ErrorAlert } from '~/ui/ErrorAlert'

const EditAlertDialog = lazyDialog(() => import('~/lib/alerts/EditAlertDialog'), 'EditAlertDialog')

/** The buttons that pause, resume and edit a price alert; none once the alert is over. */
export function PriceAlertActions({ alert, name }: { alert: PriceAlert; name: string }) {
  const { t } = useText()
  const errorText = useErrorText()
  const [isEditing, setEditing] = useState(false)
  const change = useChangeAlert(alert.id)
  const { enabled, paused } = alert
  if (!enabled && !paused) return null
  return (
    <>
      {isEditable(alert.alertType) && (
        <Button
          kind="quiet"
          small
          aria-haspopup="dialog"
          aria-label={t('account.settings.alertEditOf', { name })}
          onClick={() => setEditing(true)}
        >
          {t('account.settings.alertEdit')}
        </Button>
      )}
      <Button
        kind="quiet"
        small
        disabled={change.isPending}
        aria-label={t(`account.settings.${paused ? 'alertResumeOf' : 'alertPauseOf'}`, { name })}
        onClick={() => change.mutate({ paused: !paused })}
      >
        {t(`account.settings.${paused ? 'alertResume' : 'alertPause'}`)}
      </Button>
      {change.error && <ErrorAlert text={errorText(change.error, t('account.settings.alertChangeFailed'))} />}
      {isEditing && (
        <Suspense>
          <EditAlertDialog alert={alert} onClose={() => setEditing(false)} />
        </Suspense>
      )}
    </>
  )
}
