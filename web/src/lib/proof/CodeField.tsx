import { useText } from '~/i18n/useText'
import { TextField } from '~/ui/form/TextField'

type CodeFieldProps = {
  value: string
  onChange: (value: string) => void
  /** Whether a recovery code is accepted as well. */
  recovery?: boolean
  /** Whether the account has an authenticator app; without one, only recovery codes are accepted. */
  app?: boolean
}

/** The field for a code of the authenticator app, or a recovery code. */
export function CodeField({ value, onChange, recovery = false, app = true }: CodeFieldProps) {
  const { t } = useText()
  return (
    <TextField
      label={t(app ? 'account.secondFactor.code' : 'account.secondFactor.recoveryCode')}
      help={recovery && app ? t('account.secondFactor.codeHelp') : undefined}
      autoComplete="one-time-code"
      inputMode={recovery ? undefined : 'numeric'}
      required
      dir="ltr"
      value={value}
      onChange={onChange}
    />
  )
}
