import type { Ref } from 'react'
import { useText } from '~/i18n/useText'
import { TextField } from '~/ui/form/TextField'
import { CodeField } from './CodeField'
import type { useProof } from './useProof'

type ProofFieldsProps = {
  proof: ReturnType<typeof useProof>
  label?: string
  problem?: string
  passwordRef?: Ref<HTMLInputElement>
}

/** The fields for the password and, with two-step sign-in, for a code. */
export function ProofFields({ proof, label, problem, passwordRef }: ProofFieldsProps) {
  const { t } = useText()
  const { password, setPassword, code, setCode } = proof.fields
  return (
    <>
      <TextField
        label={label ?? t('account.currentPassword')}
        type="password"
        autoComplete="current-password"
        required
        dir="ltr"
        ref={passwordRef}
        value={password}
        onChange={setPassword}
        problem={problem}
      />
      {proof.factors?.enabled && <CodeField value={code} onChange={setCode} recovery app={proof.factors.app} />}
    </>
  )
}
