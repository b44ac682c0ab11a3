import { useState, type FormEvent } from 'react'
import { ApiError, client, expectSuccess } from '~/api/client'
import { useText } from '~/i18n/useText'
import { Button } from '~/ui/Button'
import { Dialog, DialogActions } from '~/lib/dialog/Dialog'
import { TextField } from '~/ui/form/TextField'
import { usePasswordPrompt } from './passwordPrompt'
import { focusFirst } from './focusFirst'
import styles from './Admin.module.css'
import { useSubmit } from '~/lib/useSubmit'

/** Asks for the password again where the server requires it; the waiting calls then continue. */
export function PasswordDialog() {
  const close = usePasswordPrompt((prompt) => prompt.close)
  return close && <Prompt close={close} />
}

function Prompt({ close }: { close: (isConfirmed: boolean) => void }) {
  const { t } = useText()
  const [password, setPassword] = useState('')
  const confirm = useSubmit({
    mutationFn: () => expectSuccess(client.POST('/api/auth/confirm-password', { body: { password } })),
    onSuccess: () => close(true),
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    confirm.mutate()
  }
  return (
    <Dialog title={t('admin.passwordAgain.title')} closeLabel={t('admin.cancel')} onClose={() => close(false)}>
      <form className={styles.form} onSubmit={submit} noValidate>
        <p>{t('admin.passwordAgain.text')}</p>
        <TextField
          label={t('account.password')}
          type="password"
          autoComplete="current-password"
          dir="ltr"
          ref={focusFirst}
          value={password}
          onChange={setPassword}
          problem={confirm.error ? problemOf(confirm.error, t) : undefined}
        />
        <DialogActions>
          <Button onClick={() => close(false)}>{t('admin.cancel')}</Button>
          <Button kind="filled" type="submit" disabled={password === '' || confirm.isPending}>
            {t('admin.passwordAgain.confirm')}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}

function problemOf(error: Error, t: ReturnType<typeof useText>['t']): string {
  if (!(error instanceof ApiError) || error.status === 0) return t('error.offline')
  if (error.code === 'TOO_OFTEN') return t('account.problem.TOO_OFTEN', { seconds: error.retryAfter ?? 60 })
  return t('account.problem.WRONG_PASSWORD')
}
