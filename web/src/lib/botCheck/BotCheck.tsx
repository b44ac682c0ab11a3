import { useQuery } from '@tanstack/react-query'
import { Suspense } from 'react'
import { client, readBody } from '~/api/client'
import { useText } from '~/i18n/useText'
import { ErrorAlert } from '~/ui/ErrorAlert'
import { Skeleton } from '~/ui/Skeleton'
import type { BotCheckProps } from './botCheckProps'
import { lazyPiece } from '~/ui/lazyPiece'

const AltchaCheck = lazyPiece(() => import('./AltchaCheck'), 'AltchaCheck')
const TurnstileCheck = lazyPiece(() => import('./TurnstileCheck'), 'TurnstileCheck')

/** The bot check that the operator chose. `onProof` receives the proof for the server. */
export function BotCheck({ touched, onProof }: BotCheckProps) {
  const { t } = useText()
  const { data, error, refetch } = useQuery({
    queryKey: ['bot-check'],
    queryFn: ({ signal }) => readBody(client.GET('/api/auth/bot-check', { signal })),
  })
  if (error) return <ErrorAlert text={t('account.check.unavailable')} onRetry={() => void refetch()} />
  const waiting = <Skeleton height="4rem" />
  if (!data) return waiting
  return (
    <Suspense fallback={waiting}>
      {data.provider === 'turnstile' && data.siteKey !== null ? (
        <TurnstileCheck siteKey={data.siteKey} onProof={onProof} />
      ) : (
        <AltchaCheck touched={touched} onProof={onProof} />
      )}
    </Suspense>
  )
}
