import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { devicesQuery, resetSession } from '~/api/accounts'
import { client, expectSuccess } from '~/api/client'
import { useText } from '~/i18n/useText'
import { Button } from '~/ui/Button'
import { Chip } from '~/ui/Chip'
import { ErrorAlert } from '~/ui/ErrorAlert'
import { Panel } from '~/ui/Panel'
import styles from './Account.module.css'
import { useProblem } from './useProblem'

/** The user's sessions, each with a button that signs it out, and one for all. */
export function DevicesPanel() {
  const { t, format } = useText()
  const problem = useProblem()
  const queryClient = useQueryClient()
  const { data } = useQuery(devicesQuery)
  const end = useMutation({
    mutationFn: (id: string) => expectSuccess(client.DELETE('/api/user/sessions/{id}', { params: { path: { id } } })),
    onSettled: () => queryClient.invalidateQueries({ queryKey: devicesQuery.queryKey }),
  })
  const endAll = useMutation({
    mutationFn: () => expectSuccess(client.DELETE('/api/user/sessions')),
    onSuccess: () => resetSession(queryClient),
  })
  const error = end.error ?? endAll.error
  return (
    <Panel title={t('account.settings.devices')}>
      <div className={styles.inside}>
        <p className={styles.meta}>{t('account.settings.devicesText')}</p>
        <ul className={styles.rows}>
          {data?.map((device) => (
            <li key={device.id}>
              <span>
                <bdi dir="ltr">{browserName(device.userAgent) ?? t('account.settings.unknownDevice')}</bdi>{' '}
                {device.current && <Chip kind="accent">{t('account.settings.thisDevice')}</Chip>}
                <br />
                <span className={styles.meta}>
                  {t('account.settings.lastUsed', { date: format.day(device.lastSeenAt) })}
                </span>
              </span>
              {!device.current && (
                <Button small onClick={() => end.mutate(device.id)} disabled={end.isPending}>
                  {t('account.settings.signOut')}
                </Button>
              )}
            </li>
          ))}
        </ul>
        {error && <ErrorAlert text={problem(error, t('account.settings.devicesFailed'))} />}
        <div className={styles.actions}>
          <Button kind="danger" onClick={() => endAll.mutate()} disabled={endAll.isPending}>
            {t('account.settings.signOutAll')}
          </Button>
        </div>
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
