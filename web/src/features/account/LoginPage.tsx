import { Link, Navigate, useSearch } from '@tanstack/react-router'
import { useState, type FormEvent } from 'react'
import { useSession } from '~/api/accounts'
import { useText } from '~/i18n/useText'
import { safePath } from '~/lib/safePath'
import { Button } from '~/ui/Button'
import { ErrorAlert } from '~/ui/ErrorAlert'
import { TextField } from '~/ui/form/TextField'
import styles from './Account.module.css'
import { CodeField } from '~/lib/proof/CodeField'
import { NarrowPage } from './NarrowPage'
import { domainOf, isOnDomain, passkeysSupported } from '~/lib/proof/passkeyCalls'
import { loginReason } from './loginReason'
import { PasskeyAddress } from './PasskeyAddress'
import { asksForSecondFactor, useLogin } from './useLogin'
import { usePasskeySignIn } from './usePasskeySignIn'
import { useFactorErrorText } from '~/lib/proof/useFactorErrorText'

/** The login page, which leads users who are signed in on; afterwards the user returns to the page that led here. */
export default function LoginPage() {
  const { t } = useText()
  const { next } = useSearch({ from: '/login' })
  const { user } = useSession()
  if (user !== null) return <Navigate to="/" href={safePath(next)} replace />
  return (
    <NarrowPage title={t('account.login.title')}>
      {next !== undefined && <p className={styles.meta}>{t(`account.login.reason.${loginReason(next)}`)}</p>}
      <LoginForm next={next} />
      <div className={styles.links}>
        <Link to="/forgot-password">{t('account.login.forgot')}</Link>
        <Link to="/signup">{t('account.login.signup')}</Link>
      </div>
    </NarrowPage>
  )
}

/**
 * Asks for email address and password, and for a code or a passkey once the server has asked for a second factor; or for a
 * passkey alone.
 */
function LoginForm({ next }: { next: string | undefined }) {
  const { t } = useText()
  const errorText = useFactorErrorText()
  const [email, setEmail] = useState('')
  const [password, setPassword] = useState('')
  const [code, setCode] = useState('')
  const { login, passkeyLogin, choices } = useLogin(next)
  const passkeyDomain = choices?.passkey ? domainOf(choices.passkey) : null
  const withPasskey = passkeyDomain !== null && isOnDomain(passkeyDomain) && passkeysSupported()
  const alone = usePasskeySignIn(next, choices === null)
  const error = passkeyLogin.error ?? login.error ?? alone.error
  const submit = (event: FormEvent) => {
    event.preventDefault()
    passkeyLogin.reset()
    alone.reset()
    login.mutate({ email, password, ...(choices !== null && { code }) })
  }
  return (
    <form className={styles.form} onSubmit={submit}>
      <TextField
        label={t('account.email')}
        type="email"
        autoComplete="username webauthn"
        required
        dir="ltr"
        value={email}
        onChange={setEmail}
      />
      <TextField
        label={t('account.password')}
        type="password"
        autoComplete="current-password"
        required
        dir="ltr"
        value={password}
        onChange={setPassword}
      />
      {withPasskey && (
        <PasskeyChoice disabled={passkeyLogin.isPending} onUse={() => passkeyLogin.mutate({ email, password })} />
      )}
      {passkeyDomain !== null && !isOnDomain(passkeyDomain) && <PasskeyAddress domain={passkeyDomain} />}
      {choices !== null && <CodeField value={code} onChange={setCode} recovery app={choices.app} />}
      {error && !asksForSecondFactor(error) && <ErrorAlert text={errorText(error, t('account.login.failed'))} />}
      <Button
        type="submit"
        kind={withPasskey ? undefined : 'filled'}
        wide
        disabled={login.isPending}
        aria-busy={login.isPending}
      >
        {t(login.isPending ? 'account.working' : 'account.login.submit')}
      </Button>
      {alone.offered && (
        <Button wide disabled={!alone.ready} onClick={alone.use}>
          {t('account.login.passkey')}
        </Button>
      )}
    </form>
  )
}

/** The button that logs in with a passkey, above the field for a code. */
function PasskeyChoice({ disabled, onUse }: { disabled: boolean; onUse: () => void }) {
  const { t } = useText()
  return (
    <>
      <Button kind="filled" wide disabled={disabled} onClick={onUse}>
        {t('account.passkeys.use')}
      </Button>
      <p className={styles.meta}>{t('account.passkeys.or')}</p>
    </>
  )
}
