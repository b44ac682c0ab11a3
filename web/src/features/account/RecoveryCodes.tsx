import { client, readBody } from '~/api/client'
import { useText } from '~/i18n/useText'
import { saveFile } from '~/lib/saveFile'
import { useToasts } from '~/lib/toasts'
import { Button } from '~/ui/Button'
import styles from './Account.module.css'
import { ProofForm } from '~/lib/proof/ProofForm'
import type { Factors, Proof } from '~/lib/proof/useProof'
import { useSubmit } from '~/lib/useSubmit'

/** The recovery codes, which are shown this one time. */
export function RecoveryCodes({ codes, onDone }: { codes: string[]; onDone: () => void }) {
  const { t } = useText()
  return (
    <>
      <p role="status">{t('account.secondFactor.recovery')}</p>
      <ul className={styles.codes} dir="ltr">
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <div className={styles.actions}>
        <SaveCodes codes={codes} />
        <Button onClick={onDone}>{t('account.secondFactor.saved')}</Button>
      </div>
    </>
  )
}

/** Buttons that copy, download and print the codes. */
function SaveCodes({ codes }: { codes: string[] }) {
  const { t } = useText()
  const showToast = useToasts((state) => state.show)
  const text = `${t('account.secondFactor.fileTitle')}\n\n${codes.join('\n')}\n`
  const copy = () =>
    void navigator.clipboard.writeText(text).then(
      () => showToast(t('account.secondFactor.copied')),
      () => showToast(t('account.secondFactor.copyFailed')),
    )
  return (
    <>
      <Button onClick={copy}>{t('account.secondFactor.copy')}</Button>
      <Button icon="export" onClick={() => saveFile({ name: 'tajmeea-recovery-codes.txt', type: 'text/plain', text })}>
        {t('account.secondFactor.download')}
      </Button>
      <Button onClick={() => window.print()}>{t('account.secondFactor.print')}</Button>
    </>
  )
}

type RenewProps = { factors: Factors; onRenewed: (codes: string[]) => void; onCancel: () => void }

/** Asks for the password and the second factor, and replaces all recovery codes. */
export function RenewCodesForm({ factors, onRenewed, onCancel }: RenewProps) {
  const { t } = useText()
  const renew = useSubmit({
    mutationFn: (proof: Proof) =>
      readBody(client.POST('/api/user/second-factor/recovery-codes', { body: proof }), { recoveryCodes: [] }),
    onSuccess: ({ recoveryCodes }) => onRenewed(recoveryCodes),
  })
  return (
    <ProofForm
      factors={factors}
      submit={t('account.secondFactor.renew')}
      pending={renew.isPending}
      error={renew.error}
      failed={t('account.secondFactor.failed')}
      onSubmit={renew.mutate}
      onCancel={onCancel}
    >
      <p>{t('account.secondFactor.renewText')}</p>
    </ProofForm>
  )
}
