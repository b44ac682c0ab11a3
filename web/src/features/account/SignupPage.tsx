import { Link } from '@tanstack/react-router'
import { useId, useState, type FormEvent } from 'react'
import { client, readBody } from '~/api/client'
import { useText } from '~/i18n/useText'
import { BotCheck } from '~/lib/botCheck/BotCheck'
import { ButtonLink } from '~/lib/ButtonLink'
import { Button } from '~/ui/Button'
import { ErrorAlert } from '~/ui/ErrorAlert'
import { TextField } from '~/ui/form/TextField'
import styles from './Account.module.css'
import { NarrowPage } from './NarrowPage'
import { useAccountErrorText } from '~/lib/proof/useAccountErrorText'
import { useSubmit } from '~/lib/useSubmit'

type Typed = { username: string; email: string; password: string }

/** The sign-up page: the form, then the note that a mail was sent. */
export default function SignupPage() {
  const { t, language } = useText()
  const errorText = useAccountErrorText()
  const [typed, setTyped] = useState<Typed>({ username: '', email: '', password: '' })
  const missing = useId()
  const [touched, setTouched] = useState(false)
  const [proof, setProof] = useState<string | null>(null)
  const signUp = useSubmit({
    mutationFn: () =>
      readBody(client.POST('/api/auth/register', { body: { ...typed, turnstileToken: proof ?? '', language } }), {
        user: {},
      }),
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (proof !== null) signUp.mutate()
  }
  if (signUp.data) return <MailSent email={signUp.data.user.email} />
  return (
    <NarrowPage title={t('account.signup.title')}>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- focus events bubble up from its fields */}
      <form className={styles.form} onSubmit={submit} onFocus={() => setTouched(true)}>
        <Fields typed={typed} onChange={(part) => setTyped({ ...typed, ...part })} />
        {/* Each proof is good for one attempt: a failure starts a new check. */}
        <BotCheck key={signUp.failureCount + signUp.submittedAt} touched={touched} onProof={setProof} />
        {signUp.error && <ErrorAlert text={errorText(signUp.error, t('account.signup.failed'))} />}
        {proof === null && (
          <p id={missing} className={styles.meta} role="status">
            {t('account.signup.verification')}
          </p>
        )}
        <Button
          type="submit"
          kind="filled"
          wide
          disabled={proof === null || signUp.isPending}
          aria-busy={signUp.isPending}
          aria-describedby={proof === null ? missing : undefined}
        >
          {t(signUp.isPending ? 'account.working' : 'account.signup.submit')}
        </Button>
      </form>
      <div className={styles.links}>
        <Link to="/login">{t('account.signup.login')}</Link>
      </div>
    </NarrowPage>
  )
}

function Fields({ typed, onChange }: { typed: Typed; onChange: (part: Partial<Typed>) => void }) {
  const { t } = useText()
  return (
    <>
      <TextField
        label={t('account.username')}
        help={t('account.signup.usernameHint')}
        autoComplete="nickname"
        required
        maxLength={50}
        value={typed.username}
        onChange={(username) => onChange({ username })}
      />
      <TextField
        label={t('account.email')}
        type="email"
        autoComplete="username"
        required
        dir="ltr"
        value={typed.email}
        onChange={(email) => onChange({ email })}
      />
      <TextField
        label={t('account.password')}
        help={t('account.minimum')}
        type="password"
        autoComplete="new-password"
        required
        minLength={8}
        dir="ltr"
        value={typed.password}
        onChange={(password) => onChange({ password })}
      />
    </>
  )
}

function MailSent({ email }: { email: string }) {
  const { t } = useText()
  return (
    <NarrowPage title={t('account.checkEmail')}>
      <p role="status">{t('account.signup.sent', { email })}</p>
      <div className={styles.notes}>
        <p>{t('account.signup.expires')}</p>
        <p>{t('account.spam')}</p>
      </div>
      <ButtonLink to="/login">{t('account.backToLogin')}</ButtonLink>
    </NarrowPage>
  )
}
