import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useSession } from '~/api/accounts'
import { secondFactorQuery } from '~/api/ownData'
import { client, expectSuccess } from '~/api/client'
import { useText } from '~/i18n/useText'
import { ProofForm } from '~/lib/proof/ProofForm'
import type { Proof } from '~/lib/proof/useProof'
import { useSubmit } from '~/lib/useSubmit'
import { Button } from '~/ui/Button'
import { Panel } from '~/ui/Panel'
import { TextField } from '~/ui/form/TextField'
import styles from './Account.module.css'
import { SuccessNote } from './NarrowPage'

/** Panel with the user's address, which changes once links mailed to the old and to the new one were opened. */
export function EmailPanel() {
  const { t } = useText()
  const { user } = useSession()
  const [changing, setChanging] = useState(false)
  const [sentTo, setSentTo] = useState<string | null>(null)
  const old = user?.email ?? ''
  return (
    <Panel title={t('account.settings.emailTitle')}>
      <div className={styles.inside}>
        <p>
          <bdi dir="ltr">{old}</bdi>
        </p>
        {sentTo !== null && <SuccessNote>{t('account.settings.emailSent', { old, email: sentTo })}</SuccessNote>}
        {changing ? (
          <ChangeEmailForm
            old={old}
            onSent={(email) => {
              setSentTo(email)
              setChanging(false)
            }}
            onCancel={() => setChanging(false)}
          />
        ) : (
          <div className={styles.actions}>
            <Button onClick={() => setChanging(true)}>{t('account.settings.changeEmail')}</Button>
          </div>
        )}
      </div>
    </Panel>
  )
}

type ChangeEmailProps = { old: string; onSent: (email: string) => void; onCancel: () => void }

/** Asks for the new address and the password, and with two-step sign-in for a code or a passkey. */
function ChangeEmailForm({ old, onSent, onCancel }: ChangeEmailProps) {
  const { t } = useText()
  const { data: factors } = useQuery(secondFactorQuery)
  const [email, setEmail] = useState('')
  const change = useSubmit({
    mutationFn: (proof: Proof) => expectSuccess(client.POST('/api/user/email', { body: { email, ...proof } })),
    onSuccess: () => onSent(email.trim()),
  })
  return (
    <ProofForm
      factors={factors}
      submit={t('account.settings.sendLinks')}
      incomplete={email.trim() === '' || email.trim().toLowerCase() === old.toLowerCase()}
      pending={change.isPending}
      error={change.error}
      failed={t('account.settings.emailFailed')}
      onSubmit={change.mutate}
      onCancel={onCancel}
    >
      <TextField
        label={t('account.settings.newEmail')}
        type="email"
        autoComplete="email"
        required
        dir="ltr"
        value={email}
        onChange={setEmail}
      />
    </ProofForm>
  )
}
