import { useState } from 'react'
import { useText } from '~/i18n/useText'
import { readTarget, findTargetProblem } from './targetPrice'
import { useToasts } from '~/lib/toasts'
import { Button } from '~/ui/Button'
import { Dialog, DialogActions } from '~/lib/dialog/Dialog'
import { ErrorAlert } from '~/ui/ErrorAlert'
import { Price } from '~/ui/Price'
import styles from './TargetField.module.css'
import { TargetField } from './TargetField'
import { useAlertErrorText } from './useAlertErrorText'
import { useCreateAlert } from './useCreateAlert'

/** Time for which the page shows the success, in milliseconds. */
const SUCCESS_TIME = 4000

type BuildAlertDialogProps = { build: { id: string; name: string; total: number }; onClose: () => void }

/** Dialog that creates an alert on the total of a saved build. */
export function BuildAlertDialog({ build, onClose }: BuildAlertDialogProps) {
  const { t } = useText()
  const showToast = useToasts((state) => state.show)
  const [typed, setTyped] = useState('')
  const [problem, setProblem] = useState<'invalid' | 'tooHigh' | null>(null)
  const create = useCreateAlert()
  const errorText = useAlertErrorText()

  function send() {
    const wrong = findTargetProblem(typed, build.total)
    setProblem(wrong)
    if (wrong || create.isPending) return
    const targetPrice = readTarget(typed)
    create.mutate(
      { alertType: 'BUILD_TOTAL', buildId: build.id, targetPrice },
      {
        onSuccess: () => {
          showToast(t('alert.done'), SUCCESS_TIME)
          onClose()
        },
      },
    )
  }

  return (
    <Dialog title={t('alert.title')} closeLabel={t('alert.close')} onClose={onClose}>
      <form
        className={styles.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          send()
        }}
      >
        <p>{t('alert.buildLead', { name: build.name })}</p>
        <p className={styles.now}>
          {t('alert.totalNow')} <Price value={build.total} size="lg" />
        </p>
        <TargetField
          label={t('alert.totalLabel')}
          typed={typed}
          price={build.total}
          problem={problem}
          onChange={setTyped}
        />
        {create.isError && <ErrorAlert text={errorText(create.error)} />}
        <DialogActions>
          <Button onClick={onClose}>{t('alert.cancel')}</Button>
          <Button type="submit" kind="filled" disabled={create.isPending}>
            {create.isPending ? t('alert.sending') : t('alert.create')}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}
