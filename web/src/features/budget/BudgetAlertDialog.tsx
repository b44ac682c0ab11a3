import { useState } from 'react'
import { useText } from '~/i18n/useText'
import { toBudgetAlert } from '~/lib/alerts/budgetAlert'
import { TargetField } from '~/lib/alerts/TargetField'
import styles from '~/lib/alerts/TargetField.module.css'
import { readTarget, findTargetProblem } from '~/lib/alerts/targetPrice'
import { useAlertErrorText } from '~/lib/alerts/useAlertErrorText'
import { useCreateAlert } from '~/lib/alerts/useCreateAlert'
import type { BudgetInput } from '~/lib/budgetInput'
import { Dialog, DialogActions } from '~/lib/dialog/Dialog'
import { useToasts } from '~/lib/toasts'
import { Button } from '~/ui/Button'
import { ErrorAlert } from '~/ui/ErrorAlert'
import { Price } from '~/ui/Price'

/** Time for which the page shows the success, in milliseconds. */
const SUCCESS_TIME = 4000

type BudgetAlertDialogProps = {
  input: BudgetInput
  /** Today's price of the cheapest such build; null where there is none. */
  total: number | null
  /** Minimum utility index of the build; null for any build of the use. */
  minIndex: number | null
  onClose: () => void
}

/** Dialog that creates an alert on a budget. */
export function BudgetAlertDialog({ input, total, minIndex, onClose }: BudgetAlertDialogProps) {
  const { t, format } = useText()
  const showToast = useToasts((state) => state.show)
  const [typed, setTyped] = useState(() => (minIndex === null ? String(input.budget) : ''))
  const [problem, setProblem] = useState<'invalid' | 'tooHigh' | null>(null)
  const create = useCreateAlert()
  const errorText = useAlertErrorText()
  const use = t(`budget.uses.${input.use}`)

  function send() {
    const wrong = findTargetProblem(typed, total)
    setProblem(wrong)
    if (wrong || create.isPending) return
    create.mutate(toBudgetAlert(input, readTarget(typed), minIndex), {
      onSuccess: () => {
        showToast(t('alert.done'), SUCCESS_TIME)
        onClose()
      },
    })
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
        <p>
          {minIndex === null
            ? t('budget.watch.lead', { use })
            : t('budget.watch.leadIndex', { use, index: format.decimal(Math.round(minIndex * 10) / 10) })}
        </p>
        {total !== null && (
          <p className={styles.now}>
            {t('alert.totalNow')} <Price value={total} size="lg" />
          </p>
        )}
        <TargetField
          label={t('budget.watch.label')}
          typed={typed}
          price={total}
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
