import { useState } from 'react'
import type { PriceAlert } from '~/api/alerts'
import { useText } from '~/i18n/useText'
import { Dialog, DialogActions } from '~/lib/dialog/Dialog'
import { useToasts } from '~/lib/toasts'
import { Button } from '~/ui/Button'
import { ErrorAlert } from '~/ui/ErrorAlert'
import { findProblem, priceToday, toChange, toFields, type EditedFields } from './alertEdit'
import { priceOver, readPercentage, type FieldProblem } from './alertFields'
import { mayRepeat } from './kinds'
import { PercentField, Percentage } from './PercentFields'
import { RepeatChoice } from './RepeatChoice'
import { ShopChoice } from './ShopChoice'
import styles from './PriceAlert.module.css'
import { TargetField } from './TargetField'
import { useAlertErrorText } from './useAlertErrorText'
import { useChangeAlert } from './useChangeAlert'

type EditAlertDialogProps = { alert: PriceAlert; onClose: () => void }

/** Dialog that changes the condition of an alert, and how often it fires. */
export function EditAlertDialog({ alert, onClose }: EditAlertDialogProps) {
  const { t } = useText()
  const errorText = useAlertErrorText()
  const showToast = useToasts((state) => state.show)
  const [fields, setFields] = useState<EditedFields>(() => toFields(alert))
  const [problem, setProblem] = useState<FieldProblem | null>(null)
  const change = useChangeAlert(alert.id)

  function save() {
    const found = findProblem(alert, fields)
    setProblem(found)
    if (found || change.isPending) return
    change.mutate(toChange(alert, fields), {
      onSuccess: () => {
        showToast(t('account.settings.alertSaved'))
        onClose()
      },
    })
  }

  return (
    <Dialog title={t('account.settings.alertEditTitle')} closeLabel={t('account.settings.cancel')} onClose={onClose}>
      <form
        className={styles.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          save()
        }}
      >
        <ConditionFields
          alert={alert}
          fields={fields}
          problem={problem}
          onChange={(changed) => {
            setFields((before) => ({ ...before, ...changed }))
            setProblem(null)
          }}
        />
        {mayRepeat(alert.alertType) && (
          <RepeatChoice
            repeats={fields.repeats}
            kind={alert.alertType}
            onChange={(repeats) => setFields((before) => ({ ...before, repeats }))}
          />
        )}
        {change.error && <ErrorAlert text={errorText(change.error)} />}
        <DialogActions>
          <Button onClick={onClose}>{t('account.settings.cancel')}</Button>
          <Button type="submit" kind="filled" disabled={change.isPending}>
            {t('account.settings.alertSave')}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}

type ConditionFieldsProps = {
  alert: PriceAlert
  fields: EditedFields
  problem: FieldProblem | null
  onChange: (change: Partial<EditedFields>) => void
}

/** The fields of the condition that alerts of this kind have; none where only how often they fire can change. */
function ConditionFields({ alert, fields, problem, onChange }: ConditionFieldsProps) {
  const { t, format } = useText()
  const price = priceToday(alert)
  const percentage = readPercentage(fields.percentage)
  switch (alert.alertType) {
    case 'TARGET_PRICE':
    case 'BUILD_TOTAL':
    case 'LISTING_AT_OR_BELOW':
      return (
        <TargetField
          label={t('account.settings.alertTargetLabel')}
          typed={fields.target}
          price={price}
          problem={problem === 'percentInvalid' ? null : problem}
          onChange={(target) => onChange({ target })}
        />
      )
    case 'PERCENTAGE_DROP':
    case 'PRICE_FALL':
      return (
        <Percentage
          value={Number(fields.percentage)}
          price={price}
          repeats={fields.repeats}
          onChange={(value) => onChange({ percentage: String(value) })}
        />
      )
    case 'NEAR_LOW':
    case 'PRICE_RISE': {
      const isRise = alert.alertType === 'PRICE_RISE'
      const risen = percentage === null || price === null ? null : format.money(priceOver(price, percentage))
      const near = percentage === null ? '' : t('alert.nearText', { percent: `${percentage}%` })
      return (
        <PercentField
          label={t(isRise ? 'alert.riseLabel' : 'alert.nearLabel')}
          typed={fields.percentage}
          hint={isRise ? (risen === null ? '' : t('alert.riseText', { price: risen })) : near}
          isInvalid={problem === 'percentInvalid'}
          onChange={(typed) => onChange({ percentage: typed })}
        />
      )
    }
    case 'BACK_IN_STOCK':
      return <ShopChoice chosen={fields.retailers} onChange={(retailers) => onChange({ retailers })} />
    default:
      return null
  }
}
