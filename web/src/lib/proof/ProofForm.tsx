import type { FormEvent, ReactNode } from 'react'
import { useText } from '~/i18n/useText'
import { Button } from '~/ui/Button'
import { ErrorAlert } from '~/ui/ErrorAlert'
import styles from './Proof.module.css'
import { ProofFields } from './ProofFields'
import { useFactorErrorText } from './useFactorErrorText'
import { useProof, type Factors, type Proof } from './useProof'

type ProofFormProps = {
  factors: Factors | undefined
  submit: string
  danger?: boolean
  /** The label of the password's field where it says more than "Current password". */
  label?: string
  /** Whether a further field is still empty. */
  incomplete?: boolean
  pending: boolean
  /** The error of the last attempt. */
  error: Error | null
  /** The text of an error without a text of its own. */
  failed: string
  onSubmit: (proof: Proof) => void
  onCancel: () => void
  /** Further fields, above the password. */
  children?: ReactNode
}

/** A form that asks for the password and, with two-step sign-in, for a code or a passkey before a change. */
export function ProofForm(props: ProofFormProps) {
  const { submit, danger, label, incomplete = false, pending, failed, onCancel, children } = props
  const { t } = useText()
  const errorText = useFactorErrorText()
  const proof = useProof({ factors: props.factors, error: props.error, onProof: props.onSubmit })
  const send = (event: FormEvent) => {
    event.preventDefault()
    proof.send()
  }
  const blocked = incomplete || pending || proof.isBlocked
  return (
    <form className={styles.form} onSubmit={send}>
      {children}
      <ProofFields proof={proof} label={label} />
      {proof.error && <ErrorAlert text={errorText(proof.error, failed)} />}
      <div className={styles.actions}>
        <Button type="submit" kind={danger ? 'danger' : undefined} disabled={blocked || proof.isCodeMissing}>
          {submit}
        </Button>
        <PasskeyButton proof={proof} disabled={blocked} />
        <Button onClick={onCancel}>{t('account.settings.cancel')}</Button>
      </div>
    </form>
  )
}

type PasskeyButtonProps = { proof: ReturnType<typeof useProof>; disabled: boolean; onUse?: () => boolean }

/** Proves the identity by a passkey in place of a code, where the user has one. `onUse` may prevent it. */
export function PasskeyButton({ proof: { sendPasskey }, disabled, onUse }: PasskeyButtonProps) {
  const { t } = useText()
  if (!sendPasskey) return null
  return (
    <Button disabled={disabled} onClick={() => (onUse?.() ?? true) && sendPasskey()}>
      {t('account.passkeys.use')}
    </Button>
  )
}
