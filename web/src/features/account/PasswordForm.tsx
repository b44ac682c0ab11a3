import { useState, type FormEvent, type ReactNode } from 'react'
import { useText } from '~/i18n/useText'
import { Button } from '~/ui/Button'
import { ErrorAlert } from '~/ui/ErrorAlert'
import { TextField } from '~/ui/form/TextField'
import styles from './Account.module.css'

type PasswordFormProps = {
  label: string
  submit: string
  danger?: boolean
  pending: boolean
  /** The error of the last attempt. */
  problem: string | null
  onSubmit: (password: string) => void
  onCancel: () => void
  /** Further fields, below the password. */
  children?: ReactNode
}

/** A form that asks for the password before a change to the account. */
export function PasswordForm({
  label,
  submit,
  danger,
  pending,
  problem,
  onSubmit,
  onCancel,
  children,
}: PasswordFormProps) {
  const { t } = useText()
  const [password, setPassword] = useState('')
  const send = (event: FormEvent) => {
    event.preventDefault()
    onSubmit(password)
  }
  return (
    <form className={styles.form} onSubmit={send}>
      <TextField
        label={label}
        type="password"
        autoComplete="current-password"
        required
        dir="ltr"
        value={password}
        onChange={setPassword}
      />
      {children}
      {problem !== null && <ErrorAlert text={problem} />}
      <div className={styles.actions}>
        <Button type="submit" kind={danger ? 'danger' : undefined} disabled={password === '' || pending}>
          {submit}
        </Button>
        <Button onClick={onCancel}>{t('account.settings.cancel')}</Button>
      </div>
    </form>
  )
}
