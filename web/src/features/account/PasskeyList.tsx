import type { components } from '~/api/schema'
import { useText } from '~/i18n/useText'
import { isOnDomain, passkeysSupported } from '~/lib/proof/passkeyCalls'
import type { Factors } from '~/lib/proof/useProof'
import { Button } from '~/ui/Button'
import styles from './Account.module.css'
import { PasskeyAddress } from './PasskeyAddress'

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
  if (!isOnDomain(domain)) return <PasskeyAddress domain={domain} />
  return passkeysSupported() ? null : <p className={styles.meta}>{t('account.passkeys.unsupported')}</p>
}

/** Whether a passkey can be added in this browser, on this page. */
export const canAddPasskey = ({ passkeyDomain }: Factors): boolean =>
  passkeyDomain !== null && isOnDomain(passkeyDomain) && passkeysSupported()
