import { useQuery } from '@tanstack/react-query'
import { settingsQuery } from '~/api/ownData'
import { Suspense } from 'react'
import { withTexts } from '~/i18n'
import { useText } from '~/i18n/useText'
import { ErrorAlert } from '~/ui/ErrorAlert'
import { useErrorText } from '~/lib/useErrorText'
import styles from './Account.module.css'
import { EmailPanel } from './EmailPanel'
import { PasswordPanel } from './PasswordPanel'
import { RequireSession } from '~/lib/session/RequireSession'
import { lazyPiece } from '~/ui/lazyPiece'
import { Panel } from '~/ui/Panel'
import { Spinner } from '~/ui/Spinner'
import { SecondFactorPanel } from './SecondFactorPanel'
import { NotificationsPanel, PrivacyPanel, UsernamePanel } from './SettingsPanels'

// Lists that the server sends later than the settings.
const PriceAlertsPanel = lazyPiece(
  withTexts(['header', 'alerts'], () => import('./PriceAlertsPanel')),
  'PriceAlertsPanel',
)
const ChannelsPanel = lazyPiece(
  withTexts(['channels'], () => import('./ChannelsPanel')),
  'ChannelsPanel',
)
const DevicesPanel = lazyPiece(() => import('./DevicesPanel'), 'DevicesPanel')
const DataPanel = lazyPiece(() => import('./DataPanel'), 'DataPanel')

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
      <EmailPanel />
      <Suspense
        fallback={
          <Panel title={t('account.settings.alerts')} icon="bell">
            {null}
          </Panel>
        }
      >
        <PriceAlertsPanel />
      </Suspense>
      <Suspense fallback={null}>
        <ChannelsPanel settings={data} />
      </Suspense>
      <SecondFactorPanel />
      <Suspense fallback={<Panel title={t('account.settings.devices')}>{null}</Panel>}>
        <DevicesPanel />
      </Suspense>
      <Suspense fallback={null}>
        <DataPanel />
      </Suspense>
    </div>
  )
}
