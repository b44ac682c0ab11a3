import { Link, useLocation } from '@tanstack/react-router'
import { useId, useRef, useState } from 'react'
import { NotificationCentre } from '~/features/alerts/NotificationCentre'
import { useText } from '~/i18n/useText'
import { useCloseOnLeave } from '~/lib/useCloseOnLeave'
import { classNames } from '~/ui/classNames'
import { Icon } from '~/ui/Icon'
import styles from './Header.module.css'
import { useSignOut } from './useSignOut'

/** Controls of a signed-in user in the header: links to the own lists, the notifications, the account menu. */
export function UserControls({ name, admin }: { name: string; admin: boolean }) {
  return (
    <>
      <OwnPage to="/favorites" icon="heart" />
      <OwnPage to="/my-builds" icon="builds" />
      <NotificationCentre buttonClass={styles.iconButton ?? ''} />
      <UserMenu name={name} admin={admin} />
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
