import { useQueryClient } from '@tanstack/react-query'
import { useState, type FormEvent } from 'react'
import { devicesQuery } from '~/api/ownData'
import { client, expectSuccess, readBody } from '~/api/client'
import { useText } from '~/i18n/useText'
import { Button } from '~/ui/Button'
import { ErrorAlert } from '~/ui/ErrorAlert'
import { QrCode } from '~/ui/QrCode'
import styles from './Account.module.css'
import { CodeField } from '~/lib/proof/CodeField'
import { ProofForm } from '~/lib/proof/ProofForm'
import type { Factors, Proof } from '~/lib/proof/useProof'
import { useFactorErrorText } from '~/lib/proof/useFactorErrorText'
import { useSubmit } from '~/lib/useSubmit'

export type NewApp = { secret: string; otpauthUrl: string }

type CreateProps = { factors: Factors; onCreated: (app: NewApp) => void; onCancel: () => void }

/** Asks for the password, and creates the secret of an authenticator app. */
export function CreateAppForm({ factors, onCreated, onCancel }: CreateProps) {
  const { t } = useText()
  const create = useSubmit({
    mutationFn: (proof: Proof) => readBody(client.POST('/api/user/second-factor', { body: proof })),
    onSuccess: onCreated,
  })
  return (
    <ProofForm
      factors={factors}
      submit={t('account.secondFactor.next')}
      pending={create.isPending}
      error={create.error}
      failed={t('account.secondFactor.failed')}
      onSubmit={create.mutate}
      onCancel={onCancel}
    />
  )
}

type ConfirmProps = { app: NewApp; onConfirmed: (codes: string[]) => void; onCancel: () => void }

/** The secret as QR code, link and text, and the field for the app's first code. */
export function ConfirmAppForm({ app, onConfirmed, onCancel }: ConfirmProps) {
  const { t } = useText()
  const errorText = useFactorErrorText()
  const queryClient = useQueryClient()
  const [code, setCode] = useState('')
  const confirm = useSubmit({
    mutationFn: () =>
      readBody(client.POST('/api/user/second-factor/confirm', { body: { code } }), { recoveryCodes: [] }),
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
      <QrCode text={app.otpauthUrl} label={t('account.secondFactor.qr')} />
      <p>
        <a href={app.otpauthUrl}>{t('account.secondFactor.openApp')}</a>
      </p>
      <p className={styles.meta}>{t('account.secondFactor.secret')}</p>
      <code dir="ltr" className={styles.secret}>
        {app.secret.replace(/(.{4})(?=.)/g, '$1 ')}
      </code>
      <CodeField value={code} onChange={setCode} />
      {confirm.error && <ErrorAlert text={errorText(confirm.error, t('account.secondFactor.failed'))} />}
      <div className={styles.actions}>
        <Button type="submit" disabled={code === '' || confirm.isPending}>
          {t('account.secondFactor.confirm')}
        </Button>
        <Button onClick={onCancel}>{t('account.settings.cancel')}</Button>
      </div>
    </form>
  )
}

/** Asks for the password and the second factor, and removes the authenticator app. */
export function RemoveAppForm({ factors, onDone }: { factors: Factors; onDone: () => void }) {
  const { t } = useText()
  const remove = useSubmit({
    mutationFn: (proof: Proof) => expectSuccess(client.DELETE('/api/user/second-factor', { body: proof })),
    onSuccess: onDone,
  })
  return (
    <ProofForm
      factors={factors}
      submit={t('account.secondFactor.removeApp')}
      danger
      pending={remove.isPending}
      error={remove.error}
      failed={t('account.secondFactor.failed')}
      onSubmit={remove.mutate}
      onCancel={onDone}
    />
  )
}
