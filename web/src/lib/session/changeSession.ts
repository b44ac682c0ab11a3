import type { QueryClient } from '@tanstack/react-query'
import { forgetSession, resetSession, SESSION_KEY, sessionQuery } from '~/api/accounts'

/** Marks the user as signed out by this tab, in all tabs of the browser. */
export function endSession(queryClient: QueryClient): void {
  forgetSession(queryClient)
  announceSession(false)
}

/** Requests the session again after a sign-in or another change of this tab, and tells the other tabs. */
export async function changeSession(queryClient: QueryClient): Promise<void> {
  await resetSession(queryClient)
  announceSession(Boolean(queryClient.getQueryData(sessionQuery.queryKey)))
}

function announceSession(isSignedIn: boolean): void {
  try {
    // The time makes each value another one: tabs are told of changes only.
    localStorage.setItem(SESSION_KEY, `${isSignedIn ? 'in' : 'out'} ${Date.now()}`)
  } catch {
    // Storage may be forbidden; the other tabs then ask when they get the focus.
  }
}
