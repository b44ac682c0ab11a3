import { useState, type FormEvent } from 'react'
import { useText } from '~/i18n/useText'
import { Button } from '~/ui/Button'
import { ErrorAlert } from '~/ui/ErrorAlert'
import { Switch } from '~/ui/Field'
import { Panel } from '~/ui/Panel'
import { TextField } from '~/ui/form/TextField'
import styles from './Account.module.css'
import { DigestChoice } from './DigestChoice'
import { SuccessNote } from './NarrowPage'
import { QuietHours } from './QuietHours'
import { useAccountErrorText } from '~/lib/proof/useAccountErrorText'
import { useSettingsChange, type Settings } from './useSettingsChange'

export function UsernamePanel({ settings }: { settings: Settings }) {
  const { t } = useText()
  const errorText = useAccountErrorText()
  const change = useSettingsChange()
  const [username, setUsername] = useState(settings.username)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    change.mutate({ username })
  }
  return (
    <Panel title={t('account.settings.account')} icon="user">
      <form className={styles.inside} onSubmit={submit}>
        <TextField
          label={t('account.username')}
          autoComplete="nickname"
          maxLength={50}
          value={username}
          onChange={setUsername}
        />
        {change.error && <ErrorAlert text={errorText(change.error, t('account.settings.usernameFailed'))} />}
        {change.isSuccess && <SuccessNote>{t('account.settings.usernameSaved')}</SuccessNote>}
        <div className={styles.actions}>
          <Button type="submit" disabled={username.trim() === '' || change.isPending}>
            {t('account.settings.updateUsername')}
          </Button>
        </div>
      </form>
    </Panel>
  )
}

export function NotificationsPanel({ settings }: { settings: Settings }) {
  const { t } = useText()
  const errorText = useAccountErrorText()
  const change = useSettingsChange()
  return (
    <Panel title={t('account.settings.notifications')} icon="bell">
      <div className={styles.inside}>
        <label className={styles.choice}>
          <Switch
            checked={settings.priceDropAlerts}
            onChange={(event) => change.mutate({ priceDropAlerts: event.target.checked })}
          />
          {t('account.settings.priceDrops')}
        </label>
        {change.error && <ErrorAlert text={errorText(change.error, t('account.settings.failed'))} />}
        {change.isSuccess && <SuccessNote>{t('account.settings.notificationsSaved')}</SuccessNote>}
        {settings.priceDropAlerts && <DigestChoice settings={settings} />}
        {settings.priceDropAlerts && <QuietHours settings={settings} />}
      </div>
    </Panel>
  )
}

export function PrivacyPanel({ settings }: { settings: Settings }) {
  const { t } = useText()
  const errorText = useAccountErrorText()
  // Each switch waits for its own response only.
  const [profile, sharing] = [useSettingsChange(), useSettingsChange()]
  const error = profile.error ?? sharing.error
  const { publicProfile, allowBuildSharing } = settings
  return (
    <Panel title={t('account.settings.privacy')} icon="share">
      <div className={styles.inside}>
        <label className={styles.choice}>
          <Switch
            checked={publicProfile}
            onChange={(event) => profile.mutate({ publicProfile: event.target.checked, allowBuildSharing })}
          />
          {t('account.settings.publicProfile')}
        </label>
        <label className={styles.choice}>
          <Switch
            checked={allowBuildSharing}
            onChange={(event) => sharing.mutate({ publicProfile, allowBuildSharing: event.target.checked })}
          />
          {t('account.settings.buildSharing')}
        </label>
        {error && <ErrorAlert text={errorText(error, t('account.settings.failed'))} />}
        {!error && (profile.isSuccess || sharing.isSuccess) && (
          <SuccessNote>{t('account.settings.privacySaved')}</SuccessNote>
        )}
      </div>
    </Panel>
  )
}
