import { useQueryClient } from '@tanstack/react-query'
import { useState, type FormEvent } from 'react'
import { devicesQuery } from '~/api/accounts'
import { client, readBody } from '~/api/client'
import { useText } from '~/i18n/useText'
import { Button } from '~/ui/Button'
import { ErrorAlert } from '~/ui/ErrorAlert'
import { Panel } from '~/ui/Panel'
import { TextField } from '~/ui/form/TextField'
import styles from './Account.module.css'
import { passwordProblem } from './passwords'
import { SuccessNote } from './NarrowPage'
import { useAccountErrorText } from '~/lib/proof/useAccountErrorText'
import { useSubmit } from '~/lib/useSubmit'

const nothing = { current: '', password: '', again: '' }

/** Panel that changes the password: the current one, the new one, and the new one repeated. */
export function PasswordPanel() {
  const { t } = useText()
  const errorText = useAccountErrorText()
  const queryClient = useQueryClient()
  const [typed, setTyped] = useState(nothing)
  const [refused, setRefused] = useState<ReturnType<typeof passwordProblem>>(null)
  const change = useSubmit({
    mutationFn: () =>
      readBody(
        client.POST('/api/user/password', { body: { currentPassword: typed.current, newPassword: typed.password } }),
      ),
    onSuccess: () => {
      setTyped(nothing)
      void queryClient.invalidateQueries({ queryKey: devicesQuery.queryKey })
    },
  })
  const filled = Object.values(typed).every((value) => value !== '')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const found = passwordProblem(typed.password, typed.again)
    setRefused(found)
    if (found === null) change.mutate()
  }
  return (
    <Panel title={t('account.settings.changePassword')}>
      <form className={styles.inside} onSubmit={submit} noValidate>
        <Fields typed={typed} onChange={setTyped} />
        {refused !== null ? (
          <ErrorAlert text={t(`account.problem.${refused}`)} />
        ) : (
          change.error && <ErrorAlert text={errorText(change.error, t('account.settings.passwordFailed'))} />
        )}
        {change.isSuccess && <SuccessNote>{t('account.settings.passwordSaved')}</SuccessNote>}
        <div className={styles.actions}>
          <Button type="submit" disabled={!filled || change.isPending}>
            {t('account.settings.changePassword')}
          </Button>
        </div>
      </form>
    </Panel>
  )
}

function Fields({ typed, onChange }: { typed: typeof nothing; onChange: (typed: typeof nothing) => void }) {
  const { t } = useText()
  const set = (key: keyof typeof nothing) => (value: string) => onChange({ ...typed, [key]: value })
  return (
    <>
      <TextField
        label={t('account.currentPassword')}
        type="password"
        autoComplete="current-password"
        dir="ltr"
        value={typed.current}
        onChange={set('current')}
      />
      <TextField
        label={t('account.newPassword')}
        help={t('account.minimum')}
        type="password"
        autoComplete="new-password"
        dir="ltr"
        value={typed.password}
        onChange={set('password')}
      />
      <TextField
        label={t('account.confirmPassword')}
        type="password"
        autoComplete="new-password"
        dir="ltr"
        value={typed.again}
        onChange={set('again')}
      />
    </>
  )
}
