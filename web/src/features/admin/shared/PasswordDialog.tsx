import { useQuery } from '@tanstack/react-query'
import type { FormEvent } from 'react'
import { secondFactorQuery } from '~/api/ownData'
import { ApiError, client, expectSuccess } from '~/api/client'
import { useText } from '~/i18n/useText'
import { Button } from '~/ui/Button'
import { Dialog, DialogActions } from '~/lib/dialog/Dialog'
import { PasskeyButton } from '~/lib/proof/ProofForm'
import { ProofFields } from '~/lib/proof/ProofFields'
import { useFactorErrorText } from '~/lib/proof/useFactorErrorText'
import { useProof, type Proof } from '~/lib/proof/useProof'
import { useSubmit } from '~/lib/useSubmit'
import { ErrorAlert } from '~/ui/ErrorAlert'
import { focusFirst } from './focusFirst'
import styles from './Admin.module.css'

type PasswordDialogProps = { onConfirmed: () => void; onClose: () => void }

/**
 * Asks for the password again, and with two-step sign-in for the second factor, where the server requires it; the waiting
 * calls then continue.
 */
export function PasswordDialog({ onConfirmed, onClose }: PasswordDialogProps) {
  const { t } = useText()
  const errorText = useFactorErrorText()
  const { data: factors, isPending: isLoading } = useQuery(secondFactorQuery)
  const confirm = useSubmit({
    mutationFn: (body: Proof) => expectSuccess(client.POST('/api/auth/confirm-password', { body })),
    onSuccess: onConfirmed,
  })
  const proof = useProof({ factors, error: confirm.error, onProof: confirm.mutate })
  const isWrongPassword = proof.error instanceof ApiError && proof.error.code === 'WRONG_PASSWORD'
  const blocked = proof.isBlocked || confirm.isPending || isLoading
  const submit = (event: FormEvent) => {
    event.preventDefault()
    proof.send()
  }
  return (
    <Dialog title={t('admin.passwordAgain.title')} closeLabel={t('admin.cancel')} onClose={onClose}>
      <form className={styles.form} onSubmit={submit} noValidate>
        <p>{t('admin.passwordAgain.text')}</p>
        <ProofFields
          proof={proof}
          label={t('account.password')}
          problem={isWrongPassword ? t('account.problem.WRONG_PASSWORD') : undefined}
          passwordRef={focusFirst}
        />
        {proof.error && !isWrongPassword && (
          <ErrorAlert text={errorText(proof.error, t('admin.passwordAgain.failed'))} />
        )}
        <DialogActions>
          <Button onClick={onClose}>{t('admin.cancel')}</Button>
          <PasskeyButton proof={proof} disabled={blocked} />
          <Button kind="filled" type="submit" disabled={blocked || proof.isCodeMissing}>
            {t('admin.passwordAgain.confirm')}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}
