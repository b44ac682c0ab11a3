import { useQueryClient } from '@tanstack/react-query'
import { useState, type FormEvent } from 'react'
import { sessionQuery, settingsQuery } from '~/api/accounts'
import { client, readBody } from '~/api/client'
import type { components } from '~/api/schema'
import { useText } from '~/i18n/useText'
import { Button } from '~/ui/Button'
import { ErrorAlert } from '~/ui/ErrorAlert'
import { Switch } from '~/ui/Field'
import { Panel } from '~/ui/Panel'
import { TextField } from '~/ui/form/TextField'
import styles from './Account.module.css'
import { SuccessNote } from './NarrowPage'
import { useAccountErrorText } from '~/lib/proof/useAccountErrorText'
import { useSubmit } from '~/lib/useSubmit'

type Settings = components['schemas']['Settings']
type Patch = components['schemas']['SettingsPatch']

/** Changes settings: a switch shows its new state at once, and goes back when the change failed. */
function useChange() {
  const queryClient = useQueryClient()
  return useSubmit({
    mutationFn: (patch: Patch) => readBody(client.PUT('/api/user/settings', { body: patch })),
    onMutate: async (patch) => {
      await queryClient.cancelQueries({ queryKey: settingsQuery.queryKey })
      const before = queryClient.getQueryData(settingsQuery.queryKey)
      if (before) queryClient.setQueryData(settingsQuery.queryKey, { ...before, ...switches(patch, before) })
      return { before }
    },
    onError: (_, __, context) => queryClient.setQueryData(settingsQuery.queryKey, context?.before),
    onSuccess: (settings) => {
      queryClient.setQueryData(settingsQuery.queryKey, settings)
      void queryClient.invalidateQueries({ queryKey: sessionQuery.queryKey })
    },
  })
}

/** Returns the switches as they will be after the change. */
const switches = (patch: Patch, before: Settings) => ({
  priceDropAlerts: patch.priceDropAlerts ?? before.priceDropAlerts,
  publicProfile: patch.publicProfile ?? before.publicProfile,
  allowBuildSharing: patch.allowBuildSharing ?? before.allowBuildSharing,
})

export function UsernamePanel({ settings }: { settings: Settings }) {
  const { t } = useText()
  const errorText = useAccountErrorText()
  const change = useChange()
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
  const change = useChange()
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
      </div>
    </Panel>
  )
}

export function PrivacyPanel({ settings }: { settings: Settings }) {
  const { t } = useText()
  const errorText = useAccountErrorText()
  // Each switch waits for its own response only.
  const [profile, sharing] = [useChange(), useChange()]
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
