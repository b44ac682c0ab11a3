import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState, type FormEvent } from 'react'
import { resetSession } from '~/api/accounts'
import { client, expectSuccess } from '~/api/client'
import { useText } from '~/i18n/useText'
import { useBuild } from '~/lib/buildStore'
import { useToasts } from '~/lib/toasts'
import { Button, ButtonAnchor } from '~/ui/Button'
import { ErrorAlert } from '~/ui/ErrorAlert'
import { Panel } from '~/ui/Panel'
import { TextField } from '~/ui/form/TextField'
import styles from './Account.module.css'
import { useAccountErrorText } from '~/lib/proof/useAccountErrorText'
import { useSubmit } from '~/lib/useSubmit'

/** Panel with the export of the user's data and the deletion of the account. */
export function DataPanel() {
  const { t } = useText()
  const [confirming, setConfirming] = useState(false)
  return (
    <Panel title={t('account.settings.data')} icon="export">
      <div className={styles.inside}>
        <p className={styles.meta}>{t('account.settings.dataText')}</p>
        <div className={styles.actions}>
          <ButtonAnchor href="/api/user/export" download="tajmeea.json" icon="export">
            {t('account.settings.download')}
          </ButtonAnchor>
        </div>
        <h3>{t('account.settings.deleteTitle')}</h3>
        <p className={styles.meta}>{t('account.settings.deleteText')}</p>
        {confirming ? (
          <DeleteAccountForm onCancel={() => setConfirming(false)} />
        ) : (
          <div className={styles.actions}>
            <Button kind="danger" icon="trash" onClick={() => setConfirming(true)}>
              {t('account.settings.delete')}
            </Button>
          </div>
        )}
      </div>
    </Panel>
  )
}

function DeleteAccountForm({ onCancel }: { onCancel: () => void }) {
  const { t } = useText()
  const errorText = useAccountErrorText()
  const showToast = useToasts((state) => state.show)
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const [password, setPassword] = useState('')
  const end = useSubmit({
    mutationFn: () => expectSuccess(client.POST('/api/user/delete', { body: { password } })),
    onSuccess: async () => {
      await navigate({ to: '/' })
      await resetSession(queryClient)
      useBuild.getState().forgetAll()
      showToast(t('account.settings.deleted'))
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    end.mutate()
  }
  return (
    <form className={styles.form} onSubmit={submit}>
      <TextField
        label={t('account.settings.deleteConfirm')}
        type="password"
        autoComplete="current-password"
        required
        dir="ltr"
        value={password}
        onChange={setPassword}
      />
      {end.error && <ErrorAlert text={errorText(end.error, t('account.settings.deleteFailed'))} />}
      <div className={styles.actions}>
        <Button type="submit" kind="danger" disabled={password === '' || end.isPending}>
          {t('account.settings.delete')}
        </Button>
        <Button onClick={onCancel}>{t('account.settings.cancel')}</Button>
      </div>
    </form>
  )
}
