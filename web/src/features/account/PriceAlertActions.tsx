import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { alertsQuery, changeAlert, type PriceAlert } from '~/api/alerts'
import { useText } from '~/i18n/useText'
import { mayRepeat } from '~/lib/alerts/kinds'
import { RepeatChoice } from '~/lib/alerts/RepeatChoice'
import { TargetField } from '~/lib/alerts/TargetField'
import { findTargetProblem, readTarget } from '~/lib/alerts/targetPrice'
import { useAlertErrorText } from '~/lib/alerts/useAlertErrorText'
import { Dialog, DialogActions } from '~/lib/dialog/Dialog'
import { useToasts } from '~/lib/toasts'
import { useErrorText } from '~/lib/useErrorText'
import { useSubmit } from '~/lib/useSubmit'
import { Button } from '~/ui/Button'
import { ErrorAlert } from '~/ui/ErrorAlert'

type Change = { paused?: boolean; repeats?: boolean; targetPrice?: number }

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
      {mayRepeat(alert.alertType) && (
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
      {isEditing && <EditAlert alert={alert} onClose={() => setEditing(false)} />}
    </>
  )
}

function EditAlert({ alert, onClose }: { alert: PriceAlert; onClose: () => void }) {
  const { t } = useText()
  const errorText = useErrorText()
  const targetErrorText = useAlertErrorText()
  const showToast = useToasts((state) => state.show)
  const [repeats, setRepeats] = useState(alert.repeats)
  const hasTarget = alert.alertType === 'LISTING_AT_OR_BELOW'
  const [typed, setTyped] = useState(() => String(alert.targetPrice ?? ''))
  const [problem, setProblem] = useState<'invalid' | 'tooHigh' | null>(null)
  const change = useChangeAlert(alert.id)

  function save() {
    const found = hasTarget ? findTargetProblem(typed, null) : null
    setProblem(found)
    if (found) return
    const target = hasTarget ? readTarget(typed) : null
    // A target that stays is not compared with today's prices again.
    const isChanged = target !== null && target !== alert.targetPrice
    change.mutate(
      { repeats, ...(isChanged ? { targetPrice: target } : {}) },
      {
        onSuccess: () => {
          showToast(t('account.settings.alertSaved'))
          onClose()
        },
      },
    )
  }

  return (
    <Dialog title={t('account.settings.alertEditTitle')} closeLabel={t('account.settings.cancel')} onClose={onClose}>
      {hasTarget && (
        <TargetField
          label={t('account.settings.alertTargetLabel')}
          typed={typed}
          price={null}
          problem={problem}
          onChange={setTyped}
        />
      )}
      <RepeatChoice repeats={repeats} kind={alert.alertType} onChange={setRepeats} />
      {change.error && (
        <ErrorAlert
          text={
            hasTarget ? targetErrorText(change.error) : errorText(change.error, t('account.settings.alertChangeFailed'))
          }
        />
      )}
      <DialogActions>
        <Button onClick={onClose}>{t('account.settings.cancel')}</Button>
        <Button kind="filled" disabled={change.isPending} onClick={save}>
          {t('account.settings.alertSave')}
        </Button>
      </DialogActions>
    </Dialog>
  )
}

/** Returns the mutation that changes an alert; it ends when the list shows the change. */
function useChangeAlert(id: string) {
  const queryClient = useQueryClient()
  return useSubmit({
    mutationFn: (change: Change) => changeAlert(id, change),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: alertsQuery.queryKey }),
  })
}
