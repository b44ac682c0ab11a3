import { useMutation } from '@tanstack/react-query'
import { useState, type FormEvent, type ReactNode } from 'react'
import { client, readBody } from '~/api/client'
import type { components } from '~/api/schema'
import { useText } from '~/i18n/useText'
import { Button } from '~/ui/Button'
import { ErrorAlert } from '~/ui/ErrorAlert'
import { TextField } from '~/ui/form/TextField'
import styles from './Account.module.css'
import { CodeField } from './CodeField'
import { answerChallenge, isOnDomain, passkeysSupported } from './passkeyCalls'
import { useFactorProblem } from './useFactorProblem'

export type Factors = components['schemas']['SecondFactorState']
export type Proof = components['schemas']['ChangeFactorsRequest']

/** Whether this browser can use one of the user's passkeys on this page. */
export const canUsePasskey = ({ passkeys, passkeyDomain }: Factors): boolean =>
  passkeys.length > 0 && passkeyDomain !== null && isOnDomain(passkeyDomain) && passkeysSupported()

type ProofFormProps = {
  factors: Factors
  submit: string
  danger?: boolean
  /** Whether a further field is still empty. */
  incomplete?: boolean
  pending: boolean
  /** The error of the last attempt. */
  error: Error | null
  onSubmit: (proof: Proof) => void
  onCancel: () => void
  /** Further fields, above the password. */
  children?: ReactNode
}

/** A form that asks for the password and, with two-step sign-in, for a code or a passkey before a change. */
export function ProofForm({
  factors,
  submit,
  danger,
  incomplete = false,
  pending,
  error,
  onSubmit,
  onCancel,
  children,
}: ProofFormProps) {
  const { t } = useText()
  const problem = useFactorProblem()
  const [password, setPassword] = useState('')
  const [code, setCode] = useState('')
  const answer = useMutation({
    mutationFn: async () => {
      const { options } = await readBody(client.POST('/api/user/second-factor/passkeys/challenge'))
      return answerChallenge(options)
    },
    onSuccess: (passkey) => onSubmit({ password, passkey }),
  })
  const send = (event: FormEvent) => {
    event.preventDefault()
    answer.reset()
    onSubmit({ password, ...(factors.enabled && { code }) })
  }
  const shown = answer.error ?? error
  const blocked = incomplete || password === '' || pending || answer.isPending
  return (
    <form className={styles.form} onSubmit={send}>
      {children}
      <TextField
        label={t('account.currentPassword')}
        type="password"
        autoComplete="current-password"
        required
        dir="ltr"
        value={password}
        onChange={setPassword}
      />
      {factors.enabled && <CodeField value={code} onChange={setCode} recovery app={factors.app} />}
      {shown && <ErrorAlert text={problem(shown, t('account.secondFactor.failed'))} />}
      <div className={styles.actions}>
        <Button
          type="submit"
          kind={danger ? 'danger' : undefined}
          disabled={blocked || (factors.enabled && code === '')}
        >
          {submit}
        </Button>
        {canUsePasskey(factors) && (
          <Button disabled={blocked} onClick={() => answer.mutate()}>
            {t('account.passkeys.use')}
          </Button>
        )}
        <Button onClick={onCancel}>{t('account.settings.cancel')}</Button>
      </div>
    </form>
  )
}
