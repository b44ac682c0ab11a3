import { useQueryClient } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState, type FormEvent } from 'react'
import { changeSession } from '~/lib/session/changeSession'
import { ApiError, client, readBody } from '~/api/client'
import { useText } from '~/i18n/useText'
import { ButtonLink } from '~/lib/ButtonLink'
import { Button } from '~/ui/Button'
import { ErrorAlert } from '~/ui/ErrorAlert'
import { TextField } from '~/ui/form/TextField'
import styles from './Account.module.css'
import { passwordProblem } from './passwords'
import { SuccessNote, NarrowPage } from './NarrowPage'
import { useLeaveAfterSuccess } from './useLeaveAfterSuccess'
import { useAccountErrorText } from '~/lib/proof/useAccountErrorText'
import { useSubmit } from '~/lib/useSubmit'

/** The page of a mailed reset link. */
export default function ResetPasswordPage() {
  const { t } = useText()
  const { token } = useSearch({ from: '/reset-password' })
  if (token === undefined) {
    return (
      <NarrowPage title={t('account.reset.title')}>
        <ErrorAlert text={t('account.reset.noToken')} />
        <ButtonLink to="/forgot-password" kind="filled">
          {t('account.reset.newLink')}
        </ButtonLink>
      </NarrowPage>
    )
  }
  return <ResetForm token={token} />
}

function ResetForm({ token }: { token: string }) {
  const { t, format } = useText()
  const errorText = useAccountErrorText()
  const [password, setPassword] = useState('')
  const [again, setAgain] = useState('')
  const { reset, refused, submit } = usePasswordReset(token, password, again)
  // The link was used before or has expired: typing another password does not help.
  const isExpired = reset.error instanceof ApiError && reset.error.code === 'INVALID_RESET'
  if (reset.isSuccess) {
    const { passkeys } = reset.data
    return (
      <NarrowPage title={t('account.reset.done')}>
        <SuccessNote>{t(passkeys > 0 ? 'account.reset.doneOnly' : 'account.reset.doneText')}</SuccessNote>
        {passkeys > 0 && <p>{t('account.reset.passkeys', { count: passkeys, n: format.count(passkeys) })}</p>}
        <ButtonLink to="/login">{t('account.goToLogin')}</ButtonLink>
      </NarrowPage>
    )
  }
  return (
    <NarrowPage title={t('account.reset.title')}>
      <form className={styles.form} onSubmit={submit} noValidate>
        <TextField
          label={t('account.newPassword')}
          help={t('account.minimum')}
          type="password"
          autoComplete="new-password"
          required
          dir="ltr"
          value={password}
          onChange={setPassword}
        />
        <TextField
          label={t('account.confirmPassword')}
          type="password"
          autoComplete="new-password"
          required
          dir="ltr"
          value={again}
          onChange={setAgain}
        />
        {refused !== null ? (
          <ErrorAlert text={t(`account.problem.${refused}`)} />
        ) : (
          reset.error && <ErrorAlert text={errorText(reset.error, t('account.reset.failed'))} />
        )}
        {isExpired && <ButtonLink to="/forgot-password">{t('account.reset.newLink')}</ButtonLink>}
        <Button type="submit" kind="filled" wide disabled={reset.isPending} aria-busy={reset.isPending}>
          {t(reset.isPending ? 'account.working' : 'account.reset.submit')}
        </Button>
      </form>
    </NarrowPage>
  )
}

/**
 * Sets a new password that was typed twice; afterwards the login opens, unless there are passkeys to read about, which sign
 * in as before.
 */
function usePasswordReset(token: string, password: string, again: string) {
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const [refused, setRefused] = useState<ReturnType<typeof passwordProblem>>(null)
  const reset = useSubmit({
    mutationFn: () => readBody(client.POST('/api/auth/reset-password', { body: { token, newPassword: password } })),
    onSuccess: () => changeSession(queryClient),
  })
  useLeaveAfterSuccess(reset.data?.passkeys === 0, () => void navigate({ to: '/login' }))
  function submit(event: FormEvent) {
    event.preventDefault()
    const found = passwordProblem(password, again)
    setRefused(found)
    if (found === null) reset.mutate()
  }
  return { reset, refused, submit }
}
