import { Navigate, useRouter } from '@tanstack/react-router'
import { useState, type ReactNode } from 'react'
import { useSession } from '~/api/accounts'
import { useText } from '~/i18n/useText'
import { Page } from './Page'
import { Spinner } from './Spinner'

type RequireSessionProps = {
  title: string
  /** Only for administrators: the others go home. */
  onlyAdmins?: boolean
  /** Takes more of a large screen. */
  wide?: boolean
  children: ReactNode
}

/** A page for people who are signed in. Others go to /login, and come back afterwards. */
export function RequireSession({ title, onlyAdmins = false, wide = false, children }: RequireSessionProps) {
  const { t } = useText()
  const { user, pending } = useSession()
  const router = useRouter()
  // As it was asked for: while the login opens, the router is there already.
  const [asked] = useState(() => router.state.location.href)
  if (pending) {
    return (
      <Page wide={wide} title={title}>
        <Spinner label={t('account.loading')} />
      </Page>
    )
  }
  if (user === null) return <Navigate to="/login" search={{ next: asked }} replace />
  if (onlyAdmins && user.role !== 'ADMIN') return <Navigate to="/" replace />
  return (
    <Page wide={wide} title={title}>
      {children}
    </Page>
  )
}
