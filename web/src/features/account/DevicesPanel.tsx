import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { devicesQuery, resetSession } from '~/api/accounts'
import { client, expectSuccess } from '~/api/client'
import { useText } from '~/i18n/useText'
import { Button } from '~/ui/Button'
import { Chip } from '~/ui/Chip'
import { Panel } from '~/ui/Panel'
import styles from './Account.module.css'
import { PasswordForm } from './PasswordForm'
import { useProblem } from './useProblem'

/** The user's sessions, each with a button that signs it out, and one for all. Both ask for the password. */
export function DevicesPanel() {
  const { t, format } = useText()
  const problem = useProblem()
  const queryClient = useQueryClient()
  const { data } = useQuery(devicesQuery)
  // The session to be signed out once the password is entered.
  const [ending, setEnding] = useState<{ id: string; name: string } | 'all' | null>(null)
  const end = useMutation({
    mutationFn: (password: string) => {
      const body = { password }
      if (ending === 'all' || ending === null) return expectSuccess(client.DELETE('/api/user/sessions', { body }))
      const path = { id: ending.id }
      return expectSuccess(client.DELETE('/api/user/sessions/{id}', { params: { path }, body }))
    },
    onSuccess: () => {
      if (ending === 'all') return resetSession(queryClient)
      setEnding(null)
      return queryClient.invalidateQueries({ queryKey: devicesQuery.queryKey })
    },
  })
  const begin = (session: typeof ending) => {
    end.reset()
    setEnding(session)
  }
  const nameOf = (agent: string | null) => browserName(agent) ?? t('account.settings.unknownDevice')
  return (
    <Panel title={t('account.settings.devices')}>
      <div className={styles.inside}>
        <p className={styles.meta}>{t('account.settings.devicesText')}</p>
        <ul className={styles.rows}>
          {data?.map((device) => (
            <li key={device.id}>
              <span>
                <bdi dir="ltr">{nameOf(device.userAgent)}</bdi>{' '}
                {device.current && <Chip kind="accent">{t('account.settings.thisDevice')}</Chip>}
                <br />
                <span className={styles.meta}>
                  {t('account.settings.lastUsed', { date: format.day(device.lastSeenAt) })}
                </span>
              </span>
              {!device.current && (
                <Button small onClick={() => begin({ id: device.id, name: nameOf(device.userAgent) })}>
                  {t('account.settings.signOut')}
                </Button>
              )}
            </li>
          ))}
        </ul>
        {ending !== null ? (
          <PasswordForm
            key={ending === 'all' ? ending : ending.id}
            label={t('account.settings.signOutConfirm')}
            submit={
              ending === 'all'
                ? t('account.settings.signOutAll')
                : t('account.settings.signOutOf', { name: ending.name })
            }
            danger
            pending={end.isPending}
            problem={end.error && problem(end.error, t('account.settings.devicesFailed'))}
            onSubmit={(password) => end.mutate(password)}
            onCancel={() => begin(null)}
          />
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

/** Returns the browser's name and the system, as users know them, from the user agent. */
function browserName(agent: string | null): string | undefined {
  if (agent === null) return undefined
  const browser = /(Edg|OPR|Firefox|Chrome|Safari)\/(\d+)/.exec(agent)
  const system = /(Windows|Android|iPhone|iPad|Mac OS X|Linux)/.exec(agent)
  const names: Record<string, string> = { Edg: 'Edge', OPR: 'Opera', 'Mac OS X': 'macOS' }
  const parts = [browser?.[1], system?.[1]].filter((one) => one !== undefined).map((one) => names[one] ?? one)
  return parts.length > 0 ? parts.join(' · ') : agent.slice(0, 40)
}
