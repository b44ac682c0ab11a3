import { Link, useLocation } from '@tanstack/react-router'
import { lazy, Suspense, useId, useRef, useState } from 'react'
import { useSession } from '~/api/accounts'
import { withSeldomUsedTexts } from '~/i18n'
import { useText } from '~/i18n/useText'
import { classNames } from '~/ui/classNames'
import { Icon } from '~/ui/Icon'
import styles from './Header.module.css'
import { useCloseOnLeave } from './useCloseOnLeave'
import { useSignOut } from './useSignOut'

const NotificationCentre = lazy(
  withSeldomUsedTexts(() =>
    import('~/features/alerts/NotificationCentre').then((found) => ({ default: found.NotificationCentre })),
  ),
)

/** The login link; or the user's name with the account menu. */
export function AccountMenu() {
  const { t } = useText()
  const { user, pending } = useSession()
  // While the session is pending the login link stays hidden: the user may be signed in.
  if (pending) {
    // As wide as the login link, which most visitors see.
    return (
      <span className={styles.iconButton} aria-busy="true" aria-label={t('account.menu')} role="img">
        <Icon name="user" />
        <span className={styles.who} style={{ visibility: 'hidden' }}>
          {t('nav.login')}
        </span>
      </span>
    )
  }
  if (user === null) {
    return (
      <Link to="/login" className={styles.iconButton} aria-label={t('nav.login')}>
        <Icon name="user" />
        <span className={styles.who}>{t('nav.login')}</span>
      </Link>
    )
  }
  return (
    <>
      <OwnPage to="/favorites" icon="heart" />
      <OwnPage to="/my-builds" icon="builds" />
      {/* The space is reserved while the code loads. */}
      <Suspense fallback={<span className={styles.iconButton} />}>
        <NotificationCentre buttonClass={styles.iconButton ?? ''} />
      </Suspense>
      <UserMenu name={user.name} admin={user.role === 'ADMIN'} />
    </>
  )
}

/** A link to one of the user's own lists; on narrow screens only the menu has it. */
function OwnPage({ to, icon }: { to: '/favorites' | '/my-builds'; icon: 'heart' | 'builds' }) {
  const { t } = useText()
  const name = t(to === '/favorites' ? 'nav.favorites' : 'nav.builds')
  return (
    <Link to={to} className={classNames(styles.iconButton, styles.own)} aria-label={name} title={name}>
      <Icon name={icon} />
    </Link>
  )
}

function UserMenu({ name, admin }: { name: string; admin: boolean }) {
  const { t } = useText()
  const frame = useRef<HTMLDivElement>(null)
  const id = useId()
  const note = useId()
  const { href } = useLocation()
  const [openAt, setOpenAt] = useState<string | null>(null)
  const open = openAt === href
  const close = () => setOpenAt(null)
  const { signOut, isPending, isError } = useSignOut(close)
  useCloseOnLeave(frame, open, close)
  return (
    <div className={styles.dropdown} ref={frame}>
      <button
        type="button"
        className={styles.iconButton}
        aria-expanded={open}
        aria-controls={id}
        aria-label={`${t('account.menu')}: ${name}`}
        onClick={() => setOpenAt(open ? null : href)}
      >
        <Icon name="user" />
        <bdi className={styles.who}>{name}</bdi>
      </button>
      <nav id={id} className={styles.dropdownMenu} hidden={!open} aria-label={t('account.menu')}>
        <Link to="/favorites">{t('nav.favorites')}</Link>
        <Link to="/my-builds">{t('nav.builds')}</Link>
        <Link to="/settings">{t('account.settings.title')}</Link>
        {admin && <Link to="/admin">{t('account.admin')}</Link>}
        <button type="button" aria-describedby={note} onClick={signOut} disabled={isPending}>
          {t('account.logout')}
        </button>
        <small id={note} className={styles.note}>
          {t('account.logoutClears')}
        </small>
        {isError && <span role="alert">{t('account.logoutFailed')}</span>}
      </nav>
    </div>
  )
}
