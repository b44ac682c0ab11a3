import { Link } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { useSession } from '~/api/accounts'
import { withSeldomUsedTexts } from '~/i18n'
import { useText } from '~/i18n/useText'
import { Icon } from '~/ui/Icon'
import styles from './Header.module.css'

// Most visitors are not signed in, and never load this.
const UserControls = lazy(
  withSeldomUsedTexts(() => import('./UserControls').then((found) => ({ default: found.UserControls }))),
)

/** The login link; or the controls of the signed-in user. */
export function AccountMenu() {
  const { t } = useText()
  const { user, pending } = useSession()
  // While the session is pending the login link stays hidden: the user may be signed in.
  if (pending) return <ReservedSpace />
  if (user === null) {
    return (
      <Link to="/login" className={styles.iconButton} aria-label={t('nav.login')}>
        <Icon name="user" />
        <span className={styles.who}>{t('nav.login')}</span>
      </Link>
    )
  }
  return (
    <Suspense fallback={<ReservedSpace />}>
      <UserControls name={user.name} admin={user.role === 'ADMIN'} />
    </Suspense>
  )
}

/** As wide as the login link, which most visitors see. */
function ReservedSpace() {
  const { t } = useText()
  return (
    <span className={styles.iconButton} aria-busy="true" aria-label={t('account.menu')} role="img">
      <Icon name="user" />
      <span className={styles.who} style={{ visibility: 'hidden' }}>
        {t('nav.login')}
      </span>
    </span>
  )
}
