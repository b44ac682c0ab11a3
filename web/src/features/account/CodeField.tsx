import { useText } from '~/i18n/useText'
import { TextField } from '~/ui/form/TextField'

type CodeFieldProps = { value: string; onChange: (value: string) => void; recovery?: boolean }

/** The field for a code of the authenticator app, or with `recovery` for a recovery code as well. */
export function CodeField({ value, onChange, recovery = false }: CodeFieldProps) {
  const { t } = useText()
  return (
    <TextField
      label={t('account.secondFactor.code')}
      help={recovery ? t('account.secondFactor.codeHelp') : undefined}
      autoComplete="one-time-code"
      inputMode={recovery ? undefined : 'numeric'}
      required
      dir="ltr"
      value={value}
      onChange={onChange}
    />
  )
}
