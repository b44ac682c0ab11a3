import { Link } from '@tanstack/react-router'
import { Suspense } from 'react'
import { useSession } from '~/api/accounts'
import { withTexts } from '~/i18n'
import { useText } from '~/i18n/useText'
import { IconButton } from '~/ui/Button'
import { Icon } from '~/ui/Icon'
import styles from './Header.module.css'
import { lazyPiece } from '~/ui/lazyPiece'

// Most visitors are not signed in, and never load this.
const UserControls = lazyPiece(
  withTexts(['header'], () => import('./UserControls')),
  'UserControls',
  ({ retry }) => <RetryButton onClick={retry} />,
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

/** Stands in place of the controls where these could not be loaded; a press loads them. */
function RetryButton({ onClick }: { onClick: () => void }) {
  const { t } = useText()
  return <IconButton icon="user" label={`${t('account.menu')}: ${t('error.retry')}`} onClick={onClick} />
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
