import { useState, type FormEvent, type ReactNode } from 'react'
import { client, readBody } from '~/api/client'
import type { components } from '~/api/schema'
import { useText } from '~/i18n/useText'
import { Button } from '~/ui/Button'
import { ErrorAlert } from '~/ui/ErrorAlert'
import { TextField } from '~/ui/form/TextField'
import styles from './Proof.module.css'
import { CodeField } from './CodeField'
import { answerChallenge, isOnDomain, passkeysSupported, type PasskeyJson } from './passkeyCalls'
import { useFactorErrorText } from './useFactorErrorText'
import { useSubmit } from '~/lib/useSubmit'

/** The user's second factors. */
export type Factors = components['schemas']['SecondFactorState']
/** Proof of the user's identity for a change of the second factors: the password, and a code or a passkey. */
export type Proof = components['schemas']['IdentityProof']

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
  const errorText = useFactorErrorText()
  const [password, setPassword] = useState('')
  const [code, setCode] = useState('')
  const passkeyProof = usePasskeyProof((passkey) => onSubmit({ password, passkey }))
  const send = (event: FormEvent) => {
    event.preventDefault()
    passkeyProof.reset()
    onSubmit({ password, ...(factors.enabled && { code }) })
  }
  const shownError = passkeyProof.error ?? error
  const blocked = incomplete || password === '' || pending || passkeyProof.isPending
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
      {shownError && <ErrorAlert text={errorText(shownError, t('account.secondFactor.failed'))} />}
      <div className={styles.actions}>
        <Button
          type="submit"
          kind={danger ? 'danger' : undefined}
          disabled={blocked || (factors.enabled && code === '')}
        >
          {submit}
        </Button>
        {canUsePasskey(factors) && (
          <Button disabled={blocked} onClick={() => passkeyProof.mutate()}>
            {t('account.passkeys.use')}
          </Button>
        )}
        <Button onClick={onCancel}>{t('account.settings.cancel')}</Button>
      </div>
    </form>
  )
}

/** Asks the user to answer a new challenge of the server with a passkey, and then calls `onAnswer`. */
function usePasskeyProof(onAnswer: (passkey: PasskeyJson) => void) {
  return useSubmit({
    mutationFn: async () => {
      const { options } = await readBody(client.POST('/api/user/second-factor/passkeys/challenge'), { options: {} })
      return answerChallenge(options)
    },
    onSuccess: (passkey) => onAnswer(passkey),
  })
}
