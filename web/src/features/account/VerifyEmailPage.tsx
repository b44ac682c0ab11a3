import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useSession } from '~/api/accounts'
import { changeSession } from '~/lib/session/changeSession'
import { client, readBody } from '~/api/client'
import { useText } from '~/i18n/useText'
import { ButtonLink } from '~/lib/ButtonLink'
import { ErrorAlert } from '~/ui/ErrorAlert'
import { SuccessNote, NarrowPage } from './NarrowPage'
import { Spinner } from '~/ui/Spinner'
import { useLeaveAfterSuccess } from './useLeaveAfterSuccess'
import { useAccountErrorText } from '~/lib/proof/useAccountErrorText'

/** The page of a mailed link that verifies an address, of a sign-up or of a change: verifies without a press. */
export default function VerifyEmailPage() {
  const { t } = useText()
  const errorText = useAccountErrorText()
  const navigate = useNavigate()
  const { token } = useSearch({ from: '/verify-email' })
  const queryClient = useQueryClient()
  const { user, pending } = useSession()
  // A query and not a mutation, so that repeated renders send the token only once.
  const verify = useQuery({
    queryKey: ['verify-email', token],
    queryFn: async () => {
      const verified = await readBody(client.POST('/api/auth/verify-email', { body: { token: token ?? '' } }))
      // The server has signed in the browser that signed up.
      await changeSession(queryClient)
      return verified
    },
    enabled: token !== undefined,
    staleTime: Infinity,
    retry: false,
  })
  const outcome = verify.data?.outcome ?? 'ACCOUNT_CREATED'
  useLeaveAfterSuccess(verify.isSuccess && outcome === 'ACCOUNT_CREATED', () => void navigate({ to: '/' }))
  if (token === undefined) return <Failed text={t('account.verify.noToken')} />
  if (verify.error) return <Failed text={errorText(verify.error, t('account.verify.failedText'))} />
  if (!verify.isSuccess) {
    return (
      <NarrowPage title={t('account.verify.title')}>
        <Spinner label={t('account.verify.working')} />
      </NarrowPage>
    )
  }
  return (
    <NarrowPage title={t(`account.verify.outcome.${outcome}.title`)}>
      <SuccessNote>{t(`account.verify.outcome.${outcome}.text`)}</SuccessNote>
      {user === null && !pending && (
        <ButtonLink to="/login" kind="filled">
          {t('account.goToLogin')}
        </ButtonLink>
      )}
      {user !== null && outcome !== 'ACCOUNT_CREATED' && <ButtonLink to="/">{t('nav.home')}</ButtonLink>}
    </NarrowPage>
  )
}

function Failed({ text }: { text: string }) {
  const { t } = useText()
  return (
    <NarrowPage title={t('account.verify.failed')}>
      <ErrorAlert text={text} />
      <ButtonLink to="/login">{t('account.goToLogin')}</ButtonLink>
    </NarrowPage>
  )
}
