import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { useState, type FormEvent } from 'react'
import { resetSession } from '~/api/accounts'
import { ApiError, client, readBody } from '~/api/client'
import { useText } from '~/i18n/useText'
import { safePath } from '~/lib/safePath'
import { Button } from '~/ui/Button'
import { ErrorAlert } from '~/ui/ErrorAlert'
import { TextField } from '~/ui/form/TextField'
import styles from './Account.module.css'
import { CodeField } from './CodeField'
import { NarrowPage } from './NarrowPage'
import { useProblem } from './useProblem'

/** The login page; afterwards the user returns to the page that led here. */
export default function LoginPage() {
  const { t } = useText()
  const problem = useProblem()
  const { next } = useSearch({ from: '/login' })
  const [email, setEmail] = useState('')
  const [password, setPassword] = useState('')
  const [code, setCode] = useState('')
  const { login, codeRequired } = useLogin(next)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    login.mutate({ email, password, ...(codeRequired && { code }) })
  }
  return (
    <NarrowPage title={t('account.login.title')}>
      {next !== undefined && <p className={styles.meta}>{t('account.login.first')}</p>}
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
        <TextField
          label={t('account.password')}
          type="password"
          autoComplete="current-password"
          required
          dir="ltr"
          value={password}
          onChange={setPassword}
        />
        {codeRequired && <CodeField value={code} onChange={setCode} recovery />}
        {login.error && !isCodeRequired(login.error) && (
          <ErrorAlert text={problem(login.error, t('account.login.failed'))} />
        )}
        <Button type="submit" kind="filled" wide disabled={login.isPending} aria-busy={login.isPending}>
          {t(login.isPending ? 'account.working' : 'account.login.submit')}
        </Button>
      </form>
      <div className={styles.links}>
        <Link to="/forgot-password">{t('account.login.forgot')}</Link>
        <Link to="/signup">{t('account.login.signup')}</Link>
      </div>
    </NarrowPage>
  )
}

interface Credentials {
  email: string
  password: string
  code?: string
}

/** Logs the user in and then opens `next`. `codeRequired`: the server has asked for the code of the second factor. */
function useLogin(next: string | undefined) {
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const [codeRequired, setCodeRequired] = useState(false)
  const login = useMutation({
    mutationFn: (credentials: Credentials) => readBody(client.POST('/api/auth/login', { body: credentials })),
    onError: (error) => {
      if (isCodeRequired(error)) setCodeRequired(true)
    },
    onSuccess: async () => {
      await resetSession(queryClient)
      await navigate({ href: safePath(next), replace: true })
    },
  })
  return { login, codeRequired }
}

/** Whether the password is right, and the account's second factor is still to be entered. */
const isCodeRequired = (error: Error) => error instanceof ApiError && error.code === 'SECOND_FACTOR_REQUIRED'
