import { useQuery } from '@tanstack/react-query'
import { settingsQuery } from '~/api/accounts'
import { useText } from '~/i18n/useText'
import { ErrorAlert } from '~/ui/ErrorAlert'
import { useErrorText } from '~/lib/useErrorText'
import styles from './Account.module.css'
import { DataPanel } from './DataPanel'
import { DevicesPanel } from './DevicesPanel'
import { PasswordPanel } from './PasswordPanel'
import { PriceAlertsPanel } from './PriceAlertsPanel'
import { RequireSession } from '~/lib/session/RequireSession'
import { Spinner } from '~/ui/Spinner'
import { SecondFactorPanel } from './SecondFactorPanel'
import { NotificationsPanel, PrivacyPanel, UsernamePanel } from './SettingsPanels'

/** All settings of the account. */
export default function SettingsPage() {
  const { t } = useText()
  return (
    <RequireSession title={t('account.settings.title')}>
      <h1>{t('account.settings.title')}</h1>
      <Panels />
    </RequireSession>
  )
}

function Panels() {
  const { t } = useText()
  const errorText = useErrorText()
  const { data, error, refetch } = useQuery(settingsQuery)
  if (error && !data)
    return <ErrorAlert text={errorText(error, t('account.settings.loadFailed'))} onRetry={() => void refetch()} />
  if (!data) return <Spinner label={t('account.loading')} />
  return (
    <div className={styles.columns}>
      <UsernamePanel settings={data} />
      <PasswordPanel />
      <NotificationsPanel settings={data} />
      <PrivacyPanel settings={data} />
      <PriceAlertsPanel />
      <SecondFactorPanel />
      <DevicesPanel />
      <DataPanel />
    </div>
  )
}
