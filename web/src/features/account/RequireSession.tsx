import { Navigate, useLocation } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useSession } from '~/api/accounts'
import { useText } from '~/i18n/useText'
import { Page } from '~/ui/Page'
import { Spinner } from './Sheet'

/** A page for people who are signed in. Others go to /login, and come back afterwards. */
export function RequireSession({ title, children }: { title: string; children: ReactNode }) {
  const { t } = useText()
  const { user, pending } = useSession()
  const href = useLocation({ select: (location) => location.href })
  if (pending) {
    return (
      <Page title={title}>
        <Spinner label={t('account.loading')} />
      </Page>
    )
  }
  if (user === null) return <Navigate to="/login" search={{ next: href }} replace />
  return <Page title={title}>{children}</Page>
}
