import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState, type FormEvent } from 'react'
import { devicesQuery, secondFactorQuery } from '~/api/ownData'
import { client, readBody } from '~/api/client'
import { useText } from '~/i18n/useText'
import { PasskeyButton } from '~/lib/proof/ProofForm'
import { ProofFields } from '~/lib/proof/ProofFields'
import { useFactorErrorText } from '~/lib/proof/useFactorErrorText'
import { useProof, type Proof } from '~/lib/proof/useProof'
import { useSubmit } from '~/lib/useSubmit'
import { Button } from '~/ui/Button'
import { ErrorAlert } from '~/ui/ErrorAlert'
import { Panel } from '~/ui/Panel'
import { TextField } from '~/ui/form/TextField'
import styles from './Account.module.css'
import { passwordProblem } from './passwords'
import { SuccessNote } from './NarrowPage'

const nothing = { password: '', again: '' }

/** Panel that changes the password: the current one, with two-step sign-in a code or a passkey, and the new one twice. */
export function PasswordPanel() {
  const { t } = useText()
  const errorText = useFactorErrorText()
  const queryClient = useQueryClient()
  const [typed, setTyped] = useState(nothing)
  const [refused, setRefused] = useState<ReturnType<typeof passwordProblem>>(null)
  const { data: factors } = useQuery(secondFactorQuery)
  const change = useSubmit({
    mutationFn: ({ password: currentPassword, ...secondFactor }: Proof) =>
      readBody(
        client.POST('/api/user/password', { body: { currentPassword, newPassword: typed.password, ...secondFactor } }),
      ),
    onSuccess: () => {
      setTyped(nothing)
      proof.clear()
      void queryClient.invalidateQueries({ queryKey: devicesQuery.queryKey })
    },
  })
  const proof = useProof({ factors, error: change.error, onProof: change.mutate })
  const blocked = proof.isBlocked || change.isPending || Object.values(typed).includes('')
  /** Checks the new password before it is sent, and before a passkey is asked for. */
  const check = () => {
    const found = passwordProblem(typed.password, typed.again)
    setRefused(found)
    return found === null
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (check()) proof.send()
  }
  return (
    <Panel title={t('account.settings.changePassword')}>
      <form className={styles.inside} onSubmit={submit} noValidate>
        <ProofFields proof={proof} />
        <NewPasswordFields typed={typed} onChange={setTyped} />
        {refused !== null ? (
          <ErrorAlert text={t(`account.problem.${refused}`)} />
        ) : (
          proof.error && <ErrorAlert text={errorText(proof.error, t('account.settings.passwordFailed'))} />
        )}
        {change.isSuccess && <SuccessNote>{t('account.settings.passwordSaved')}</SuccessNote>}
        <div className={styles.actions}>
          <Button type="submit" disabled={blocked || proof.isCodeMissing}>
            {t('account.settings.changePassword')}
          </Button>
          <PasskeyButton proof={proof} disabled={blocked} onUse={check} />
        </div>
      </form>
    </Panel>
  )
}

type NewPasswordProps = { typed: typeof nothing; onChange: (typed: typeof nothing) => void }

function NewPasswordFields({ typed, onChange }: NewPasswordProps) {
  const { t } = useText()
  return (
    <>
      <TextField
        label={t('account.newPassword')}
        help={t('account.minimum')}
        type="password"
        autoComplete="new-password"
        dir="ltr"
        value={typed.password}
        onChange={(password) => onChange({ ...typed, password })}
      />
      <TextField
        label={t('account.confirmPassword')}
        type="password"
        autoComplete="new-password"
        dir="ltr"
        value={typed.again}
        onChange={(again) => onChange({ ...typed, again })}
      />
    </>
  )
}
