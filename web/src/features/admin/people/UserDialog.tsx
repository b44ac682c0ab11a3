import { useQueryClient } from '@tanstack/react-query'
import { useSession } from '~/api/accounts'
import { changeSession } from '~/lib/session/changeSession'
import { useText } from '~/i18n/useText'
import { useToasts } from '~/lib/toasts'
import { Button } from '~/ui/Button'
import { Dialog, DialogActions } from '~/lib/dialog/Dialog'
import { ErrorAlert } from '~/ui/ErrorAlert'
import { MESSAGE_TIME } from '../shared/messageTime'
import { allUserQueries, changeUser, type ListedUser } from '../shared/users'
import { useAdminErrorText } from '../shared/useAdminErrorText'
import { useSubmit } from '~/lib/useSubmit'

/** The actions on a user's account. */
export type UserAction = keyof typeof USER_ACTIONS

const USER_ACTIONS = {
  grant: {
    call: 'grant-admin',
    title: 'admin.users.grantOf',
    text: 'admin.users.grantText',
    self: 'admin.users.grantText',
    button: 'admin.users.grant',
    done: 'admin.users.granted',
    failed: 'admin.users.changeFailed',
  },
  revoke: {
    call: 'revoke-admin',
    title: 'admin.users.revokeOf',
    text: 'admin.users.revokeText',
    self: 'admin.users.revokeSelf',
    button: 'admin.users.revoke',
    done: 'admin.users.revoked',
    failed: 'admin.users.changeFailed',
  },
  signOut: {
    call: 'sign-out',
    title: 'admin.users.signOutOf',
    text: 'admin.users.signOutText',
    self: 'admin.users.signOutSelf',
    button: 'admin.users.signOut',
    done: 'admin.users.signedOut',
    failed: 'admin.users.signOutFailed',
  },
  suspend: {
    call: 'suspend',
    title: 'admin.users.suspendOf',
    text: 'admin.users.suspendText',
    self: 'admin.users.suspendText',
    button: 'admin.users.suspend',
    done: 'admin.users.suspended',
    failed: 'admin.users.accountFailed',
  },
  restore: {
    call: 'restore',
    title: 'admin.users.restoreOf',
    text: 'admin.users.restoreText',
    self: 'admin.users.restoreText',
    button: 'admin.users.restore',
    done: 'admin.users.restored',
    failed: 'admin.users.accountFailed',
  },
  delete: {
    call: 'delete',
    title: 'admin.users.deleteOf',
    text: 'admin.users.deleteText',
    self: 'admin.users.deleteText',
    button: 'admin.users.delete',
    done: 'admin.users.deleted',
    failed: 'admin.users.accountFailed',
  },
  resetFactor: {
    call: 'remove-second-factor',
    title: 'admin.users.resetFactorOf',
    text: 'admin.users.resetFactorText',
    self: 'admin.users.resetFactorText',
    button: 'admin.users.resetFactor',
    done: 'admin.users.factorReset',
    failed: 'admin.users.accountFailed',
  },
} as const

/** Changes a user's role or account, or ends the user's sessions, after a confirmation. */
export function UserDialog({ user, action, onClose }: { user: ListedUser; action: UserAction; onClose: () => void }) {
  const { t } = useText()
  const errorText = useAdminErrorText()
  const { user: me } = useSession()
  const showToast = useToasts((state) => state.show)
  const queryClient = useQueryClient()
  const { call, title, text, self, button, done, failed } = USER_ACTIONS[action]
  const isSelf = user.id === me?.id
  const change = useSubmit({
    mutationFn: () => changeUser(user.id, call),
    onSuccess: async () => {
      showToast(t(done, { name: user.name }), MESSAGE_TIME)
      onClose()
      // Administrators who change their own account are signed out, and the panel closes.
      await (isSelf ? changeSession(queryClient) : queryClient.invalidateQueries(allUserQueries))
    },
  })
  return (
    <Dialog title={t(title, { name: user.name })} closeLabel={t('admin.close')} onClose={onClose}>
      <p>
        <bdi dir="ltr">{user.email}</bdi>
      </p>
      <p>{t(isSelf ? self : text, { name: user.name })}</p>
      {change.error && <ErrorAlert text={errorText(change.error, t(failed))} />}
      <DialogActions>
        <Button onClick={onClose}>{t('admin.cancel')}</Button>
        <Button
          kind={action === 'grant' || action === 'restore' ? 'filled' : 'danger'}
          disabled={change.isPending}
          onClick={() => change.mutate()}
        >
          {t(button)}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
