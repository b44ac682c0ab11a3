import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { isOfOtherUser } from '~/api/accounts'
import { client, expectSuccess } from '~/api/client'
import { useText } from '~/i18n/useText'
import { chosenParts, useBuild } from '~/lib/buildStore'
import { leaveBrowser } from '~/lib/leaveBrowser'
import { useSubmit } from '~/lib/useSubmit'

/**
 * Returns the sign-out, which clears this browser; with unsaved parts it asks before. `onSignedOut` runs before the home
 * page opens.
 */
export function useSignOut(onSignedOut: () => void) {
  const { t } = useText()
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const { mutate, isPending, error } = useSubmit({
    mutationFn: () => expectSuccess(client.POST('/api/auth/logout')),
    onSuccess: async () => {
      onSignedOut()
      await navigate({ to: '/' })
      leaveBrowser(queryClient)
    },
  })
  function signOut() {
    const { unsavedChanges, currentBuild } = useBuild.getState()
    const wouldLoseParts = unsavedChanges && chosenParts(currentBuild.components).length > 0
    if (!wouldLoseParts || window.confirm(t('account.logoutConfirm'))) mutate()
  }
  // Over another user's session the message of `useSessionEnd` says why nobody was signed out.
  return { signOut, isPending, isError: error !== null && !isOfOtherUser(error) }
}
