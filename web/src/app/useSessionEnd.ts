import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { forgetSession, isSessionEnd } from '~/api/accounts'
import { useText } from '~/i18n/useText'
import { useStableCallback } from '~/lib/useStableCallback'
import { useToasts } from '~/lib/toasts'

/**
 * Detects from a refused call that the session has ended elsewhere, and marks the user as signed out. A refused action
 * leads to the login and back; a refused query changes nothing on a public page, and private pages redirect to the
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
    return () => stops.forEach((stop) => stop())
  }, [queryClient, toLogin])
}
