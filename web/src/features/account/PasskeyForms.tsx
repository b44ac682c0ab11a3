import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { devicesQuery } from '~/api/accounts'
import { client, expectSuccess, readBody } from '~/api/client'
import type { components } from '~/api/schema'
import { useText } from '~/i18n/useText'
import { Button } from '~/ui/Button'
import { TextField } from '~/ui/form/TextField'
import styles from './Account.module.css'
import { createPasskey, isOnDomain, passkeysSupported } from '~/lib/proof/passkeyCalls'
import { ProofForm } from '~/lib/proof/ProofForm'
import type { Factors, Proof } from '~/lib/proof/useProof'
import { useSubmit } from '~/lib/useSubmit'

export type Passkey = components['schemas']['PasskeyEntry']

type ListProps = { passkeys: Passkey[]; onRemove: (passkey: Passkey) => void }

/** The user's passkeys, each with a button that removes it. */
export function PasskeyList({ passkeys, onRemove }: ListProps) {
  const { t, format } = useText()
  return (
    <ul className={styles.rows} aria-label={t('account.passkeys.list')}>
      {passkeys.map((passkey) => (
        <li key={passkey.id}>
          <span>
            <bdi>{passkey.name}</bdi>
            <br />
            <span className={styles.meta}>
              {t('account.passkeys.added', { date: format.day(passkey.createdAt) })}{' '}
              {passkey.lastUsedAt === null
                ? t('account.passkeys.unused')
                : t('account.settings.lastUsed', { date: format.day(passkey.lastUsedAt) })}
            </span>
          </span>
          <Button
            small
            aria-label={t('account.passkeys.removeOf', { name: passkey.name })}
            onClick={() => onRemove(passkey)}
          >
            {t('account.passkeys.remove')}
          </Button>
        </li>
      ))}
    </ul>
  )
}

/** Says why no passkey can be added here; nothing where one can. */
export function PasskeyHint({ domain }: { domain: string | null }) {
  const { t } = useText()
  if (domain === null) return <p className={styles.meta}>{t('account.passkeys.unavailable')}</p>
  if (!isOnDomain(domain)) return <p className={styles.meta}>{t('account.passkeys.otherAddress', { domain })}</p>
  return passkeysSupported() ? null : <p className={styles.meta}>{t('account.passkeys.unsupported')}</p>
}

/** Whether a passkey can be added in this browser, on this page. */
export const canAddPasskey = ({ passkeyDomain }: Factors): boolean =>
  passkeyDomain !== null && isOnDomain(passkeyDomain) && passkeysSupported()

type AddProps = { factors: Factors; onAdded: (codes: string[]) => void; onCancel: () => void }

/** Asks for a name and the password, and then lets the browser create a passkey. */
export function AddPasskeyForm({ factors, onAdded, onCancel }: AddProps) {
  const { t } = useText()
  const queryClient = useQueryClient()
  const [name, setName] = useState('')
  const add = useSubmit({
    mutationFn: async (proof: Proof) => {
      const { options } = await readBody(client.POST('/api/user/second-factor/passkeys/options', { body: proof }), {
        options: {},
      })
      const credential = await createPasskey(options)
      return readBody(client.POST('/api/user/second-factor/passkeys', { body: { name, credential } }), {
        passkey: {},
        recoveryCodes: [],
      })
    },
    onSuccess: ({ recoveryCodes }) => {
      void queryClient.invalidateQueries({ queryKey: devicesQuery.queryKey })
      onAdded(recoveryCodes)
    },
  })
  return (
    <ProofForm
      factors={factors}
      submit={t('account.passkeys.create')}
      incomplete={name.trim() === ''}
      pending={add.isPending}
      error={add.error}
      failed={t('account.secondFactor.failed')}
      onSubmit={add.mutate}
      onCancel={onCancel}
    >
      <TextField
        label={t('account.passkeys.name')}
        help={t('account.passkeys.nameHelp')}
        maxLength={50}
        required
        value={name}
        onChange={setName}
      />
    </ProofForm>
  )
}

type RemoveProps = { factors: Factors; passkey: Passkey; onDone: () => void }

/** Asks for the password and the second factor, and removes a passkey. */
export function RemovePasskeyForm({ factors, passkey, onDone }: RemoveProps) {
  const { t } = useText()
  const remove = useSubmit({
    mutationFn: (proof: Proof) =>
      expectSuccess(
        client.DELETE('/api/user/second-factor/passkeys/{id}', { params: { path: { id: passkey.id } }, body: proof }),
      ),
    onSuccess: onDone,
  })
  return (
    <ProofForm
      factors={factors}
      submit={t('account.passkeys.removeOf', { name: passkey.name })}
      danger
      pending={remove.isPending}
      error={remove.error}
      failed={t('account.secondFactor.failed')}
      onSubmit={remove.mutate}
      onCancel={onDone}
    />
  )
}
