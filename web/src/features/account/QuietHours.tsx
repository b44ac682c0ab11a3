import { useState, type FormEvent } from 'react'
import { ApiError } from '~/api/client'
import { useText } from '~/i18n/useText'
import { useAccountErrorText } from '~/lib/proof/useAccountErrorText'
import { Button } from '~/ui/Button'
import { ErrorAlert } from '~/ui/ErrorAlert'
import { Switch } from '~/ui/Field'
import { TextField } from '~/ui/form/TextField'
import styles from './Account.module.css'
import { SuccessNote } from './NarrowPage'
import { useSettingsChange, type Settings } from './useSettingsChange'

/** The hours of the day in which alert mails wait: a switch, and their times where it is on. */
export function QuietHours({ settings }: { settings: Settings }) {
  const { t } = useText()
  const errorText = useAccountErrorText()
  const change = useSettingsChange()
  const { quietHours } = settings
  return (
    <>
      <label className={styles.choice}>
        <Switch checked={quietHours} onChange={(event) => change.mutate({ quietHours: event.target.checked })} />
        {t('account.settings.quietHours')}
      </label>
      {change.error && <ErrorAlert text={errorText(change.error, t('account.settings.failed'))} />}
      {quietHours && <QuietTimes settings={settings} />}
    </>
  )
}

function QuietTimes({ settings }: { settings: Settings }) {
  const { t } = useText()
  const errorText = useAccountErrorText()
  const change = useSettingsChange()
  const [quietFrom, setFrom] = useState(settings.quietFrom)
  const [quietUntil, setUntil] = useState(settings.quietUntil)
  const [isEmpty, setEmpty] = useState(false)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setEmpty(quietFrom === quietUntil)
    if (quietFrom !== quietUntil) change.mutate({ quietFrom, quietUntil })
  }
  // Other times may have been saved in another tab.
  const isRefused = change.error instanceof ApiError && 'quietUntil' in change.error.fields
  const problem = isEmpty || isRefused ? t('account.settings.quietEmpty') : undefined
  return (
    <form className={styles.form} onSubmit={submit}>
      <p className={styles.meta}>{t('account.settings.quietText')}</p>
      <TextField
        label={t('account.settings.quietFrom')}
        type="time"
        dir="ltr"
        required
        value={quietFrom}
        onChange={setFrom}
      />
      <TextField
        label={t('account.settings.quietUntil')}
        help={quietUntil < quietFrom ? t('account.settings.quietNextDay') : undefined}
        problem={problem}
        type="time"
        dir="ltr"
        required
        value={quietUntil}
        onChange={setUntil}
      />
      {change.error && !isRefused && <ErrorAlert text={errorText(change.error, t('account.settings.failed'))} />}
      {change.isSuccess && <SuccessNote>{t('account.settings.notificationsSaved')}</SuccessNote>}
      <div className={styles.actions}>
        <Button type="submit" disabled={change.isPending}>
          {t('account.settings.quietSave')}
        </Button>
      </div>
    </form>
  )
}
