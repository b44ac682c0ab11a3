import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { devicesQuery } from '~/api/ownData'
import { endSession } from '~/lib/session/changeSession'
import { client, expectSuccess } from '~/api/client'
import type { components } from '~/api/schema'
import { useText } from '~/i18n/useText'
import { Button } from '~/ui/Button'
import { Chip } from '~/ui/Chip'
import { Panel } from '~/ui/Panel'
import styles from './Account.module.css'
import { browserName } from './browserName'
import { PasswordForm } from './PasswordForm'
import { useAccountErrorText } from '~/lib/proof/useAccountErrorText'
import { useSubmit } from '~/lib/useSubmit'

type Device = components['schemas']['SignedInDevice']

/** The user's sessions, each with a button that signs it out, and one for all. Both ask for the password. */
export function DevicesPanel() {
  const { t } = useText()
  const { data } = useQuery(devicesQuery)
  const { target, begin, signOut } = useSigningOut()
  return (
    <Panel title={t('account.settings.devices')}>
      <div className={styles.inside}>
        <p className={styles.meta}>{t('account.settings.devicesText')}</p>
        <ul className={styles.rows}>
          {data?.map((device) => (
            <DeviceRow key={device.id} device={device} onSignOut={(name) => begin({ id: device.id, name })} />
          ))}
        </ul>
        {target !== null ? (
          <SignOutForm target={target} signOut={signOut} onCancel={() => begin(null)} />
        ) : (
          <div className={styles.actions}>
            <Button kind="danger" onClick={() => begin('all')}>
              {t('account.settings.signOutAll')}
            </Button>
          </div>
        )}
      </div>
    </Panel>
  )
}

/** The sessions to sign out once the password is entered: one, or all. */
type SignOutTarget = { id: string; name: string } | 'all'

/** The chosen sessions, and the request that signs them out. `begin` chooses them; `null` chooses none. */
function useSigningOut() {
  const queryClient = useQueryClient()
  const [target, setTarget] = useState<SignOutTarget | null>(null)
  const signOut = useSubmit({
    mutationFn: (password: string) => {
      const body = { password }
      if (target === 'all' || target === null) return expectSuccess(client.DELETE('/api/user/sessions', { body }))
      const path = { id: target.id }
      return expectSuccess(client.DELETE('/api/user/sessions/{id}', { params: { path }, body }))
    },
    onSuccess: () => {
      if (target === 'all') return endSession(queryClient)
      setTarget(null)
      return queryClient.invalidateQueries({ queryKey: devicesQuery.queryKey })
    },
  })
  const begin = (next: SignOutTarget | null) => {
    signOut.reset()
    setTarget(next)
  }
  return { target, begin, signOut }
}

/** Session; all but the current one have a button that signs them out. */
function DeviceRow({ device, onSignOut }: { device: Device; onSignOut: (name: string) => void }) {
  const { t, format } = useText()
  const name = browserName(device.userAgent) ?? t('account.settings.unknownDevice')
  return (
    <li>
      <span>
        <bdi dir="ltr">{name}</bdi> {device.current && <Chip kind="accent">{t('account.settings.thisDevice')}</Chip>}
        <br />
        <span className={styles.meta}>
          {device.place !== null && (
            <>{t(`account.settings.place.${device.place}`, { network: device.network ?? '' })} </>
          )}
          {t('account.settings.firstUsed', { date: format.fullDay(device.createdAt) })}{' '}
          {t('account.settings.lastUsed', { date: format.ago(device.lastSeenAt) })}
        </span>
      </span>
      {!device.current && (
        <Button small onClick={() => onSignOut(name)}>
          {t('account.settings.signOut')}
        </Button>
      )}
    </li>
  )
}

interface SignOutFormProps {
  target: SignOutTarget
  signOut: ReturnType<typeof useSigningOut>['signOut']
  onCancel: () => void
}

/** Asks for the password, and then signs the chosen sessions out. */
function SignOutForm({ target, signOut, onCancel }: SignOutFormProps) {
  const { t } = useText()
  const errorText = useAccountErrorText()
  return (
    <PasswordForm
      key={target === 'all' ? target : target.id}
      label={t('account.settings.signOutConfirm')}
      submit={
        target === 'all' ? t('account.settings.signOutAll') : t('account.settings.signOutOf', { name: target.name })
      }
      danger
      pending={signOut.isPending}
      problem={signOut.error && errorText(signOut.error, t('account.settings.devicesFailed'))}
      onSubmit={(password) => signOut.mutate(password)}
      onCancel={onCancel}
    />
  )
}
