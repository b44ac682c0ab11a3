import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { secondFactorQuery } from '~/api/ownData'
import { client, expectSuccess, readBody } from '~/api/client'
import { useText } from '~/i18n/useText'
import { leaveBrowser } from '~/lib/leaveBrowser'
import { saveFile } from '~/lib/saveFile'
import { useToasts } from '~/lib/toasts'
import { Button } from '~/ui/Button'
import { ErrorAlert } from '~/ui/ErrorAlert'
import { Panel } from '~/ui/Panel'
import styles from './Account.module.css'
import { ProofForm } from '~/lib/proof/ProofForm'
import { useAccountErrorText } from '~/lib/proof/useAccountErrorText'
import type { Proof } from '~/lib/proof/useProof'
import { useSubmit } from '~/lib/useSubmit'

/** Panel with the export of the user's data and the deletion of the account. */
export function DataPanel() {
  const { t } = useText()
  const [confirming, setConfirming] = useState(false)
  const errorText = useAccountErrorText()
  // Not a link, which would give whoever's data the browser's cookie is of by now.
  const download = useSubmit({
    mutationFn: () => readBody(client.GET('/api/user/export')),
    onSuccess: (data) =>
      saveFile({ name: 'tajmeea.json', type: 'application/json', text: JSON.stringify(data, null, 2) }),
  })
  return (
    <Panel title={t('account.settings.data')} icon="export">
      <div className={styles.inside}>
        <p className={styles.meta}>{t('account.settings.dataText')}</p>
        <div className={styles.actions}>
          <Button icon="export" disabled={download.isPending} onClick={() => download.mutate()}>
            {t('account.settings.download')}
          </Button>
        </div>
        {download.error && <ErrorAlert text={errorText(download.error, t('account.settings.downloadFailed'))} />}
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
  const showToast = useToasts((state) => state.show)
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const { data: factors } = useQuery(secondFactorQuery)
  const end = useSubmit({
    mutationFn: (proof: Proof) => expectSuccess(client.POST('/api/user/delete', { body: proof })),
    onSuccess: async () => {
      await navigate({ to: '/' })
      leaveBrowser(queryClient)
      showToast(t('account.settings.deleted'))
    },
  })
  return (
    <ProofForm
      factors={factors}
      label={t('account.settings.deleteConfirm')}
      submit={t('account.settings.delete')}
      danger
      pending={end.isPending}
      error={end.error}
      failed={t('account.settings.deleteFailed')}
      onSubmit={end.mutate}
      onCancel={onCancel}
    />
  )
}
