import { useState, type FormEvent } from 'react'
import { ApiError } from '~/api/client'
import { useText } from '~/i18n/useText'
import { useAccountErrorText } from '~/lib/proof/useAccountErrorText'
import { Button } from '~/ui/Button'
import { ErrorAlert } from '~/ui/ErrorAlert'
import { SelectField } from '~/ui/Field'
import { TextField } from '~/ui/form/TextField'
import styles from './Account.module.css'
import { useAddChannel } from './useChannels'

const KINDS = ['NTFY', 'WEBHOOK'] as const

/** Adds an ntfy topic or a webhook, whose secret is shown this one time: also where it took the last place. */
export function AddChannelForm({ isFull }: { isFull: boolean }) {
  const { t } = useText()
  const errorText = useAccountErrorText()
  const [kind, setKind] = useState<(typeof KINDS)[number]>('NTFY')
  const [address, setAddress] = useState('')
  const adding = useAddChannel()
  const isRefused = adding.error instanceof ApiError && 'address' in adding.error.fields
  const submit = (event: FormEvent) => {
    event.preventDefault()
    adding.mutate({ kind, address }, { onSuccess: () => setAddress('') })
  }
  return (
    <>
      {adding.data?.secret && <Secret secret={adding.data.secret} />}
      <details hidden={isFull}>
        <summary>{t('channels.add')}</summary>
        <form className={styles.form} onSubmit={submit}>
          <SelectField
            label={t('channels.addKind')}
            value={kind}
            options={KINDS.map((value) => ({ value, label: t(`channels.kind.${value}`) }))}
            onChange={setKind}
          />
          <TextField
            label={t('channels.address')}
            help={t(`channels.help.${kind}`)}
            problem={isRefused ? t('channels.addressProblem') : undefined}
            type="url"
            dir="ltr"
            inputMode="url"
            autoComplete="off"
            maxLength={1024}
            required
            value={address}
            onChange={setAddress}
          />
          {adding.error && !isRefused && <ErrorAlert text={errorText(adding.error, t('channels.addFailed'))} />}
          <div className={styles.actions}>
            <Button type="submit" disabled={adding.isPending}>
              {t('channels.submit')}
            </Button>
          </div>
        </form>
      </details>
    </>
  )
}

function Secret({ secret }: { secret: string }) {
  const { t } = useText()
  return (
    <div role="status">
      <p>{t('channels.secret')}</p>
      <p>
        <code dir="ltr" className={styles.secret}>
          {secret}
        </code>
      </p>
      <p className={styles.meta}>{t('channels.secretText')}</p>
    </div>
  )
}
