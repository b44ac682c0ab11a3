import type { QueryClient } from '@tanstack/react-query'
import { useBuild } from './buildStore'
import { forgetStoredPages } from './offline'
import { useCompare } from './product/compareStore'
import { endSession } from './session/changeSession'

/** Ends the session, and removes from this browser what the user chose, looked at and subscribed to: another may use it next. */
export function leaveBrowser(queryClient: QueryClient): void {
  endSession(queryClient)
  useBuild.getState().forgetAll()
  useCompare.getState().clear()
  // Storage may be forbidden; then nothing is stored.
  void forgetStoredPages().catch(() => undefined)
  void import('~/lib/browserPush').then(({ unsubscribe }) => unsubscribe()).catch(() => undefined)
}
