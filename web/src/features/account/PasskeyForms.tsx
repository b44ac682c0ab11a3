import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { devicesQuery } from '~/api/ownData'
import { client, expectSuccess, readBody } from '~/api/client'
import { useText } from '~/i18n/useText'
import { TextField } from '~/ui/form/TextField'
import { createPasskey } from '~/lib/proof/passkeyCalls'
import { ProofForm } from '~/lib/proof/ProofForm'
import type { Factors, Proof } from '~/lib/proof/useProof'
import { useSubmit } from '~/lib/useSubmit'
import type { Passkey } from './PasskeyList'

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
