import { Navigate, useRouter } from '@tanstack/react-router'
import { useState, type ReactNode } from 'react'
import { useSession } from '~/api/accounts'
import { useText } from '~/i18n/useText'
import { Page } from '~/ui/Page'
import { Spinner } from '~/ui/Spinner'

type RequireSessionProps = {
  title: string
  /** For administrators only: other users are sent to the home page. */
  onlyAdmins?: boolean
  /** The page takes more of a large screen. */
  wide?: boolean
  children: ReactNode
}

/** A page for signed-in users. Visitors are sent to /login, and return afterwards. */
export function RequireSession({ title, onlyAdmins = false, wide = false, children }: RequireSessionProps) {
  const { t } = useText()
  const { user, pending } = useSession()
  const router = useRouter()
  // The address at the first render: when the login opens, the router's address has already changed.
  const [requestedPath] = useState(() => router.state.location.href)
  if (pending) {
    return (
      <Page wide={wide} title={title}>
        <Spinner label={t('account.loading')} />
      </Page>
    )
  }
  if (user === null) return <Navigate to="/login" search={{ next: requestedPath }} replace />
  if (onlyAdmins && user.role !== 'ADMIN') return <Navigate to="/" replace />
  return (
    <Page wide={wide} title={title}>
      {children}
    </Page>
  )
}
