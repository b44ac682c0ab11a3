import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { followSession, forgetSession, isSessionEnd, SESSION_KEY } from '~/api/accounts'
import { useText } from '~/i18n/useText'
import { useStableCallback } from '~/lib/useStableCallback'
import { useToasts } from '~/lib/toasts'

/**
 * Detects that the session has ended elsewhere: another tab says so, or a call is refused. The user is then signed out
 * here. A refused action leads to the login and back; a refused query changes nothing on a public page, and private pages redirect to the
 * login themselves.
 */
export function useSessionEnd(): void {
  const queryClient = useQueryClient()
  const router = useRouter()
  const { t } = useText()
  const showToast = useToasts((state) => state.show)
  const toLogin = useStableCallback(() => {
    showToast(t('account.ended'))
    const { pathname, href } = router.state.location
    if (pathname !== '/login') void router.navigate({ to: '/login', search: { next: href } })
  })
  useEffect(() => {
    const stops = [
      queryClient.getQueryCache().subscribe((event) => {
        if (event.type === 'updated' && event.action.type === 'error' && isSessionEnd(queryClient, event.action.error))
          forgetSession(queryClient)
      }),
      queryClient.getMutationCache().subscribe((event) => {
        if (event.type !== 'updated' || event.action.type !== 'error' || !isSessionEnd(queryClient, event.action.error))
          return
        forgetSession(queryClient)
        toLogin()
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
  }, [queryClient, toLogin])
}
