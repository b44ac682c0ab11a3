import { Link } from '@tanstack/react-router'
import { useState, type FormEvent } from 'react'
import { client, readBody } from '~/api/client'
import { useText } from '~/i18n/useText'
import { ButtonLink } from '~/lib/ButtonLink'
import { Button } from '~/ui/Button'
import { ErrorAlert } from '~/ui/ErrorAlert'
import { TextField } from '~/ui/form/TextField'
import styles from './Account.module.css'
import { NarrowPage } from './NarrowPage'
import { useAccountErrorText } from '~/lib/proof/useAccountErrorText'
import { useSubmit } from '~/lib/useSubmit'

/** Requests a reset link. The answer on the page is the same for every address, so that it does not reveal accounts. */
export default function ForgotPasswordPage() {
  const { t, language } = useText()
  const errorText = useAccountErrorText()
  const [email, setEmail] = useState('')
  const request = useSubmit({
    mutationFn: () => readBody(client.POST('/api/auth/forgot-password', { body: { email, language } })),
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    request.mutate()
  }
  if (request.data) {
    return (
      <NarrowPage title={t('account.checkEmail')}>
        <p role="status">{t('account.forgot.sent')}</p>
        <div className={styles.notes}>
          <p>{t('account.forgot.expires')}</p>
          <p>{t('account.spam')}</p>
        </div>
        <ButtonLink to="/login">{t('account.backToLogin')}</ButtonLink>
      </NarrowPage>
    )
  }
  return (
    <NarrowPage title={t('account.forgot.title')}>
      <p className={styles.meta}>{t('account.forgot.lead')}</p>
      <form className={styles.form} onSubmit={submit}>
        <TextField
          label={t('account.email')}
          type="email"
          autoComplete="username"
          required
          dir="ltr"
          value={email}
          onChange={setEmail}
        />
        {request.error && <ErrorAlert text={errorText(request.error, t('account.forgot.failed'))} />}
        <Button type="submit" kind="filled" wide disabled={request.isPending} aria-busy={request.isPending}>
          {t(request.isPending ? 'account.working' : 'account.forgot.submit')}
        </Button>
      </form>
      <div className={styles.links}>
        <Link to="/login">{t('account.backToLogin')}</Link>
      </div>
    </NarrowPage>
  )
}
