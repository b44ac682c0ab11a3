import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState, type FormEvent } from 'react'
import { devicesQuery, secondFactorQuery } from '~/api/accounts'
import { client, expectSuccess, readBody } from '~/api/client'
import { useText } from '~/i18n/useText'
import { Button } from '~/ui/Button'
import { ErrorAlert } from '~/ui/ErrorAlert'
import { Panel } from '~/ui/Panel'
import styles from './Account.module.css'
import { CodeField } from './CodeField'
import { PasswordForm } from './PasswordForm'
import { QrCode } from './QrCode'
import { useProblem } from './useProblem'

type NewFactor = { secret: string; otpauthUrl: string }

/** Panel that sets up and removes the second factor: codes of an authenticator app. */
export function SecondFactorPanel() {
  const { t, format } = useText()
  const queryClient = useQueryClient()
  const { data } = useQuery(secondFactorQuery)
  const [step, setStep] = useState<'password' | 'remove' | NewFactor | string[] | null>(null)
  const finish = () => {
    setStep(null)
    void queryClient.invalidateQueries({ queryKey: secondFactorQuery.queryKey })
  }
  return (
    <Panel title={t('account.secondFactor.title')}>
      <div className={styles.inside}>
        <p className={styles.meta}>{t('account.secondFactor.text')}</p>
        {step === null && data && (
          <>
            <p>
              {data.enabled
                ? t('account.secondFactor.on', { n: format.count(data.recoveryCodesLeft) })
                : t('account.secondFactor.off')}
            </p>
            <div className={styles.actions}>
              <Button
                kind={data.enabled ? 'danger' : undefined}
                onClick={() => setStep(data.enabled ? 'remove' : 'password')}
              >
                {t(data.enabled ? 'account.secondFactor.remove' : 'account.secondFactor.setUp')}
              </Button>
            </div>
          </>
        )}
        {step === 'password' && <CreateForm onCreated={setStep} onCancel={finish} />}
        {step === 'remove' && <RemoveForm onDone={finish} />}
        {Array.isArray(step) && <RecoveryCodes codes={step} onDone={finish} />}
        {step !== null && typeof step === 'object' && !Array.isArray(step) && (
          <ConfirmForm factor={step} onConfirmed={setStep} onCancel={finish} />
        )}
      </div>
    </Panel>
  )
}

function CreateForm({ onCreated, onCancel }: { onCreated: (factor: NewFactor) => void; onCancel: () => void }) {
  const { t } = useText()
  const problem = useProblem()
  const create = useMutation({
    mutationFn: (password: string) => readBody(client.POST('/api/user/second-factor', { body: { password } })),
    onSuccess: onCreated,
  })
  return (
    <PasswordForm
      label={t('account.currentPassword')}
      submit={t('account.secondFactor.next')}
      pending={create.isPending}
      problem={create.error && problem(create.error, t('account.secondFactor.failed'))}
      onSubmit={(password) => create.mutate(password)}
      onCancel={onCancel}
    />
  )
}

type ConfirmProps = { factor: NewFactor; onConfirmed: (codes: string[]) => void; onCancel: () => void }

/** The secret as QR code, link and text, and the field for the app's first code. */
function ConfirmForm({ factor, onConfirmed, onCancel }: ConfirmProps) {
  const { t } = useText()
  const problem = useProblem()
  const queryClient = useQueryClient()
  const [code, setCode] = useState('')
  const confirm = useMutation({
    mutationFn: () => readBody(client.POST('/api/user/second-factor/confirm', { body: { code } })),
    onSuccess: ({ recoveryCodes }) => {
      void queryClient.invalidateQueries({ queryKey: devicesQuery.queryKey })
      onConfirmed(recoveryCodes)
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    confirm.mutate()
  }
  return (
    <form className={styles.form} onSubmit={submit}>
      <p>{t('account.secondFactor.scan')}</p>
      <QrCode text={factor.otpauthUrl} label={t('account.secondFactor.qr')} />
      <p>
        <a href={factor.otpauthUrl}>{t('account.secondFactor.openApp')}</a>
      </p>
      <p className={styles.meta}>{t('account.secondFactor.secret')}</p>
      <code dir="ltr" className={styles.secret}>
        {factor.secret.replace(/(.{4})(?=.)/g, '$1 ')}
      </code>
      <CodeField value={code} onChange={setCode} />
      {confirm.error && <ErrorAlert text={problem(confirm.error, t('account.secondFactor.failed'))} />}
      <div className={styles.actions}>
        <Button type="submit" disabled={code === '' || confirm.isPending}>
          {t('account.secondFactor.confirm')}
        </Button>
        <Button onClick={onCancel}>{t('account.settings.cancel')}</Button>
      </div>
    </form>
  )
}

function RecoveryCodes({ codes, onDone }: { codes: string[]; onDone: () => void }) {
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
        <Button onClick={onDone}>{t('account.secondFactor.saved')}</Button>
      </div>
    </>
  )
}

function RemoveForm({ onDone }: { onDone: () => void }) {
  const { t } = useText()
  const problem = useProblem()
  const [code, setCode] = useState('')
  const remove = useMutation({
    mutationFn: (password: string) =>
      expectSuccess(client.DELETE('/api/user/second-factor', { body: { password, code } })),
    onSuccess: onDone,
  })
  return (
    <PasswordForm
      label={t('account.currentPassword')}
      submit={t('account.secondFactor.remove')}
      danger
      pending={remove.isPending}
      problem={remove.error && problem(remove.error, t('account.secondFactor.failed'))}
      onSubmit={(password) => remove.mutate(password)}
      onCancel={onDone}
    >
      <CodeField value={code} onChange={setCode} recovery />
    </PasswordForm>
  )
}
