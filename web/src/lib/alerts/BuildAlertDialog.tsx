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

/** A saved build on whose total an alert is created. */
export type AlertBuild = {
  id: string
  name: string
  /** Today's total of the parts in stock. */
  total: number
  /** The number of parts that are not in stock, and so not in the total. */
  unpriced: number
}

type BuildAlertDialogProps = { build: AlertBuild; onClose: () => void }

/** Dialog that creates an alert on the total of a saved build. */
export function BuildAlertDialog({ build, onClose }: BuildAlertDialogProps) {
  const { t, format } = useText()
  const showToast = useToasts((state) => state.show)
  const [typed, setTyped] = useState('')
  const [problem, setProblem] = useState<'invalid' | 'tooHigh' | null>(null)
  const create = useCreateAlert()
  const errorText = useAlertErrorText()

  // A total without some parts is no bound for a target that holds for all: the api compares such a target.
  const total = build.unpriced === 0 ? build.total : null

  function send() {
    const wrong = findTargetProblem(typed, total)
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
        {build.unpriced > 0 && (
          <p>{t('builds.unpriced', { count: build.unpriced, n: format.count(build.unpriced) })}</p>
        )}
        <TargetField label={t('alert.totalLabel')} typed={typed} price={total} problem={problem} onChange={setTyped} />
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
