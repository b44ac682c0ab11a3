import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Link, useLocation, useNavigate } from '@tanstack/react-router'
import { lazy, Suspense, useEffect, useId, useRef, useState } from 'react'
import { sessionChanged, useSession } from '~/api/accounts'
import { client, done } from '~/api/client'
import { withMoreTexts } from '~/i18n'
import { useText } from '~/i18n/useText'
import { chosenParts, useBuild } from '~/lib/buildStore'
import { useCompare } from '~/lib/compareStore'
import { classNames } from '~/ui/classNames'
import { Icon } from '~/ui/Icon'
import styles from './Header.module.css'

const NotificationCentre = lazy(withMoreTexts(() => import('~/features/alerts/NotificationCentre').then((found) => ({ default: found.NotificationCentre }))))

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
      <PersonMenu name={user.name} admin={user.role === 'ADMIN'} />
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

function PersonMenu({ name, admin }: { name: string; admin: boolean }) {
  const { t } = useText()
  const frame = useRef<HTMLDivElement>(null)
  const id = useId()
  const note = useId()
  const { href } = useLocation()
  const [openAt, setOpenAt] = useState<string | null>(null)
  const open = openAt === href
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const logout = useMutation({
    mutationFn: () => done(client.POST('/api/auth/logout')),
    onSuccess: async () => {
      setOpenAt(null)
      await navigate({ to: '/' })
      await sessionChanged(queryClient)
      useBuild.getState().forgetAll()
      useCompare.getState().clear()
    },
  })
  function signOut() {
    const { unsavedChanges, currentBuild } = useBuild.getState()
    const loses = unsavedChanges && chosenParts(currentBuild.components).length > 0
    if (!loses || window.confirm(t('account.logoutConfirm'))) logout.mutate()
  }
  useEffect(() => {
    if (!open) return
    const close = (event: Event) => {
      if (event instanceof KeyboardEvent ? event.key === 'Escape' : !frame.current?.contains(event.target as Node)) setOpenAt(null)
    }
    for (const kind of ['keydown', 'pointerdown', 'focusin']) document.addEventListener(kind, close)
    return () => {
      for (const kind of ['keydown', 'pointerdown', 'focusin']) document.removeEventListener(kind, close)
    }
  }, [open])
  return (
    <div className={styles.person} ref={frame}>
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
      <nav id={id} className={styles.personMenu} hidden={!open} aria-label={t('account.menu')}>
        <Link to="/favorites">{t('nav.favorites')}</Link>
        <Link to="/my-builds">{t('nav.builds')}</Link>
        <Link to="/settings">{t('account.settings.title')}</Link>
        {admin && <Link to="/admin">{t('account.admin')}</Link>}
        <button type="button" aria-describedby={note} onClick={signOut} disabled={logout.isPending}>
          {t('account.logout')}
        </button>
        <small id={note} className={styles.note}>
          {t('account.logoutClears')}
        </small>
        {logout.isError && <span role="alert">{t('account.logoutFailed')}</span>}
      </nav>
    </div>
  )
}
