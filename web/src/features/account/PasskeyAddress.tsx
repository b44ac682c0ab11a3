import { useText } from '~/i18n/useText'
import styles from './Account.module.css'

/**
 * Says at which address passkeys work. A page at the machine's own number leads to itself at `localhost`; at any other address
 * that name would be another machine, so that the page only says that there are none.
 */
export function PasskeyAddress({ domain }: { domain: string }) {
  const { t } = useText()
  const text = t('account.passkeys.otherAddress', { domain })
  const isLoopback = ['127.0.0.1', '[::1]'].includes(location.hostname)
  if (domain !== 'localhost') return <p className={styles.meta}>{text}</p>
  if (!isLoopback) return <p className={styles.meta}>{t('account.passkeys.unavailable')}</p>
  const there = new URL(location.href)
  there.hostname = domain
  return (
    <p className={styles.meta}>
      {text} <a href={there.href}>{t('account.passkeys.openThere', { domain })}</a>
    </p>
  )
}
