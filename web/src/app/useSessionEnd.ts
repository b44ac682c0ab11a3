import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { followSession, forgetSession, isOfOtherUser, isSessionEnd, resetSession, SESSION_KEY } from '~/api/accounts'
import { useText } from '~/i18n/useText'
import { useStableCallback } from '~/lib/useStableCallback'
import { ACTION_TOAST_TIME, useToasts } from '~/lib/toasts'

/**
 * Detects that the session has ended elsewhere, or is another user's: another tab says so, or a call is refused. A refused
 * action leads to the login and back where the session has ended; a refused query changes nothing on a public page, and
 * private pages redirect to the login themselves.
 */
export function useSessionEnd(): void {
  const queryClient = useQueryClient()
  const router = useRouter()
  const { t } = useText()
  const showToast = useToasts((state) => state.show)
  const onRefusal = useStableCallback((error: unknown, isAction: boolean) => {
    if (isOfOtherUser(error)) {
      // The page begins anew for the other user, without the form that would say so.
      if (isAction) showToast(t('account.otherUser'), ACTION_TOAST_TIME)
      void resetSession(queryClient)
    }
    if (!isSessionEnd(queryClient, error)) return
    forgetSession(queryClient)
    if (!isAction) return
    showToast(t('account.ended'))
    const { pathname, href } = router.state.location
    if (pathname !== '/login') void router.navigate({ to: '/login', search: { next: href } })
  })
  useEffect(() => {
    const stops = [
      queryClient.getQueryCache().subscribe((event) => {
        if (event.type === 'updated' && event.action.type === 'error') onRefusal(event.action.error, false)
      }),
      queryClient.getMutationCache().subscribe((event) => {
        if (event.type === 'updated' && event.action.type === 'error') onRefusal(event.action.error, true)
      }),
    ]
    const onStorage = ({ key, newValue }: StorageEvent) => {
      if (key === SESSION_KEY) followSession(queryClient, newValue)
    }
    window.addEventListener('storage', onStorage)
    return () => {
      window.removeEventListener('storage', onStorage)
      stops.forEach((stop) => stop())
    }
  }, [queryClient, onRefusal])
}
