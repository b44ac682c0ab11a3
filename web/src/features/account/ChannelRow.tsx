import type { Channel } from '~/api/channels'
import { useText } from '~/i18n/useText'
import { useAccountErrorText } from '~/lib/proof/useAccountErrorText'
import { useToasts } from '~/lib/toasts'
import { Button } from '~/ui/Button'
import { Chip } from '~/ui/Chip'
import { ErrorAlert } from '~/ui/ErrorAlert'
import styles from './Account.module.css'
import { SuccessNote } from './NarrowPage'
import { useRemoveChannel, useTestChannel } from './useChannels'

/** Reasons for a failed message that have texts of their own. A response's status has one for all. */
const REASONS = ['TIMEOUT', 'UNREACHABLE', 'PRIVATE_ADDRESS', 'BAD_ADDRESS', 'NOT_CONFIGURED', 'GONE'] as const

/** A channel with its state, a button that sends a test, and one that removes it. `isOwn`: it is this browser. */
export function ChannelRow({ channel, isOwn }: { channel: Channel; isOwn: boolean }) {
  const { t } = useText()
  const errorText = useAccountErrorText()
  const showToast = useToasts((state) => state.show)
  const reason = useReason()
  // The row goes with the channel, so that a short message says why.
  const testing = useTestChannel(channel, () => showToast(t('channels.testFailed', { reason: reason('GONE') })))
  const removing = useRemoveChannel(channel, isOwn)
  const kind = t(`channels.kind.${channel.kind}`)
  const place = (channel.device ?? channel.address) || kind
  const error = testing.error ?? removing.error
  return (
    <li>
      <span className={styles.channel}>
        <span>
          {kind} {isOwn && <Chip kind="accent">{t('channels.thisBrowser')}</Chip>}
        </span>
        <bdi dir="ltr" className={styles.secret}>
          {place}
        </bdi>
        <ChannelState channel={channel} />
      </span>
      <span className={styles.actions}>
        <Button
          small
          aria-label={t('channels.testOf', { name: place })}
          disabled={testing.isPending}
          onClick={() => testing.mutate()}
        >
          {t('channels.test')}
        </Button>
        <Button
          small
          aria-label={t('channels.removeOf', { name: place })}
          disabled={removing.isPending}
          onClick={() => removing.mutate()}
        >
          {t('channels.remove')}
        </Button>
      </span>
      {error && <ErrorAlert text={errorText(error, t('channels.failed'))} />}
      {testing.data && <TestOutcome problem={testing.data.problem} />}
    </li>
  )
}

function ChannelState({ channel }: { channel: Channel }) {
  const { t, format } = useText()
  const reason = useReason()
  const { lastSentAt, paused, problem } = channel
  return (
    <span className={styles.meta}>
      {lastSentAt === null ? t('channels.neverSent') : t('channels.lastSent', { date: format.ago(lastSentAt) })}{' '}
      {problem !== null && t('channels.failing', { reason: reason(problem) })} {paused && t('channels.paused')}
    </span>
  )
}

function TestOutcome({ problem }: { problem: string | null }) {
  const { t } = useText()
  const reason = useReason()
  if (problem === null) return <SuccessNote>{t('channels.testSent')}</SuccessNote>
  return <ErrorAlert text={t('channels.testFailed', { reason: reason(problem) })} />
}

/** Returns a function that words the server's code for a failed message. */
function useReason() {
  const { t } = useText()
  return (problem: string): string => {
    const known = REASONS.find((code) => code === problem)
    return known === undefined
      ? t('channels.reason.STATUS', { status: problem.replace('STATUS_', '') })
      : t(`channels.reason.${known}`)
  }
}
