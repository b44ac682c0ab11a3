import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { channelsQuery } from '~/api/channels'
import { client, readBody } from '~/api/client'
import { useText } from '~/i18n/useText'
import { useAccountErrorText } from '~/lib/proof/useAccountErrorText'
import { useSubmit } from '~/lib/useSubmit'
import { Button, ButtonAnchor } from '~/ui/Button'
import { ErrorAlert } from '~/ui/ErrorAlert'
import { QrCode } from '~/ui/QrCode'
import styles from './Account.module.css'
import { SuccessNote } from './NarrowPage'

/** Milliseconds between two questions whether the chat is connected, while a link to it is shown. */
const ASK_EVERY = 3000

/** Connects a chat with the installation's bot to the account. Once connected, the chat is in the list of channels. */
export function TelegramChannel({ isConnected }: { isConnected: boolean }) {
  const { t } = useText()
  const errorText = useAccountErrorText()
  const link = useSubmit({
    mutationFn: () => readBody(client.POST('/api/user/telegram/link'), { url: '', expiresAt: '' }),
  })
  // A link that was used works no more, also where the chat is removed again.
  const [usedUrl, setUsedUrl] = useState<string>()
  const { url, expiresAt } = link.data ?? {}
  if (isConnected && url !== usedUrl) setUsedUrl(url)
  if (isConnected) return url === undefined ? null : <SuccessNote>{t('telegram.connected')}</SuccessNote>
  if (url !== undefined && expiresAt !== undefined && url !== usedUrl) {
    return <OpenChat url={url} expiresAt={expiresAt} onExpired={link.reset} />
  }
  return (
    <>
      <div className={styles.actions}>
        <Button disabled={link.isPending} onClick={() => link.mutate()}>
          {t('telegram.connect')}
        </Button>
      </div>
      {link.error && <ErrorAlert text={errorText(link.error, t('telegram.failed'))} />}
    </>
  )
}

/**
 * The link to the chat, also as a QR code: the page may be open on a computer, and Telegram on a phone. `onExpired` is called
 * when the link works no more.
 */
function OpenChat({ url, expiresAt, onExpired }: { url: string; expiresAt: string; onExpired: () => void }) {
  const { t } = useText()
  useEffect(() => {
    const timer = setTimeout(onExpired, Math.max(0, Date.parse(expiresAt) - Date.now()))
    return () => clearTimeout(timer)
  }, [expiresAt, onExpired])
  useQuery({ ...channelsQuery, refetchInterval: ASK_EVERY, refetchOnWindowFocus: 'always' })
  return (
    <>
      <p role="status">{t('telegram.steps')}</p>
      <div className={styles.actions}>
        <ButtonAnchor kind="filled" href={url} target="_blank" rel="noreferrer">
          {t('telegram.open')}
        </ButtonAnchor>
      </div>
      <QrCode text={url} label={t('telegram.qr')} />
    </>
  )
}
