import { useQuery } from '@tanstack/react-query'
import { channelsQuery } from '~/api/channels'
import { useText } from '~/i18n/useText'
import { NotificationsBlocked, canReceivePush } from '~/lib/browserPush'
import { useErrorText } from '~/lib/useErrorText'
import { Button } from '~/ui/Button'
import { ErrorAlert } from '~/ui/ErrorAlert'
import { Panel } from '~/ui/Panel'
import styles from './Account.module.css'
import { AddChannelForm } from './AddChannelForm'
import { ChannelRow } from './ChannelRow'
import { QuietHours } from './QuietHours'
import { TelegramChannel } from './TelegramChannel'
import { endpointQuery, useSubscribe } from './useChannels'
import type { Settings } from './useSettingsChange'

/** The ways by which alerts reach the user beside mails: this and other browsers, webhooks, ntfy. */
export function ChannelsPanel({ settings }: { settings: Settings }) {
  const { t, format } = useText()
  const errorText = useErrorText()
  const { data, error, refetch } = useQuery(channelsQuery)
  const { data: endpoint } = useQuery(endpointQuery)
  const channels = data?.channels ?? []
  const isFull = data !== undefined && channels.length >= data.max
  const isSubscribed = channels.some(({ kind, address }) => kind === 'PUSH' && address === endpoint)
  return (
    <Panel title={t('channels.title')} icon="bell" id="channels">
      <div className={styles.inside}>
        <p className={styles.meta}>{t('channels.intro')}</p>
        {error && !data && (
          <ErrorAlert text={errorText(error, t('channels.loadFailed'))} onRetry={() => void refetch()} />
        )}
        {channels.length > 0 && (
          <ul className={styles.rows} aria-label={t('channels.list')}>
            {channels.map((channel) => (
              <ChannelRow key={channel.id} channel={channel} isOwn={channel.address === endpoint} />
            ))}
          </ul>
        )}
        {data && !isSubscribed && !isFull && <BrowserChannel pushKey={data.pushKey} />}
        {data?.telegram && <TelegramChannel isConnected={channels.some(({ kind }) => kind === 'TELEGRAM')} />}
        {data && <AddChannelForm isFull={isFull} />}
        {/* Beside the mails, where there are any. */}
        {!settings.priceDropAlerts && channels.length > 0 && <QuietHours settings={settings} />}
        {isFull && <p className={styles.meta}>{t('channels.full', { n: format.count(data.max) })}</p>}
      </div>
    </Panel>
  )
}

/** Adds this browser, after a click: only then the browser may ask for the permission. */
function BrowserChannel({ pushKey }: { pushKey: string }) {
  const { t } = useText()
  const errorText = useErrorText()
  const subscribing = useSubscribe(pushKey)
  if (!canReceivePush()) return <p className={styles.meta}>{t('channels.unsupported')}</p>
  const { error } = subscribing
  return (
    <>
      <div className={styles.actions}>
        <Button icon="bell" disabled={subscribing.isPending} onClick={() => subscribing.mutate()}>
          {t('channels.browser')}
        </Button>
      </div>
      {error && (
        <ErrorAlert
          text={
            error instanceof NotificationsBlocked
              ? t('channels.blocked')
              : errorText(error, t('channels.subscribeFailed'))
          }
        />
      )}
    </>
  )
}
