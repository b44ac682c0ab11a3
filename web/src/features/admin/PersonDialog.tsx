import { useMutation, useQueryClient } from '@tanstack/react-query'
import { sessionChanged, useSession } from '~/api/accounts'
import { useText } from '~/i18n/useText'
import { useToasts } from '~/lib/toasts'
import { Button } from '~/ui/Button'
import { Dialog, DialogActions } from '~/ui/Dialog'
import { ErrorAlert } from '~/ui/ErrorAlert'
import { messageTime } from './messageTime'
import { allPeople, grantAdmin, revokeAdmin, signOutUser, type Person } from './people'
import { useProblem } from './useProblem'

/** The actions on a user's account. */
export type Deed = 'grant' | 'revoke' | 'signOut'

const deeds = {
  grant: { run: grantAdmin, title: 'admin.users.grantOf', text: 'admin.users.grantText', self: 'admin.users.grantText', button: 'admin.users.grant', done: 'admin.users.granted', failed: 'admin.users.changeFailed' },
  revoke: { run: revokeAdmin, title: 'admin.users.revokeOf', text: 'admin.users.revokeText', self: 'admin.users.revokeSelf', button: 'admin.users.revoke', done: 'admin.users.revoked', failed: 'admin.users.changeFailed' },
  signOut: { run: signOutUser, title: 'admin.users.signOutOf', text: 'admin.users.signOutText', self: 'admin.users.signOutSelf', button: 'admin.users.signOut', done: 'admin.users.signedOut', failed: 'admin.users.signOutFailed' },
} as const

/** Grants or revokes the administrator role, or ends a user's sessions, after a confirmation. */
export function PersonDialog({ person, deed, onClose }: { person: Person; deed: Deed; onClose: () => void }) {
  const { t } = useText()
  const problem = useProblem()
  const { user } = useSession()
  const say = useToasts((state) => state.say)
  const queryClient = useQueryClient()
  const { run, title, text, self, button, done, failed } = deeds[deed]
  const isSelf = person.id === user?.id
  const change = useMutation({
    mutationFn: () => run(person.id),
    onSuccess: async () => {
      say(t(done, { name: person.name }), messageTime)
      onClose()
      // Administrators who change their own account are signed out, and the panel closes.
      await (isSelf ? sessionChanged(queryClient) : queryClient.invalidateQueries(allPeople))
    },
  })
  return (
    <Dialog title={t(title, { name: person.name })} closeLabel={t('admin.close')} onClose={onClose}>
      <p>
        <bdi dir="ltr">{person.email}</bdi>
      </p>
      <p>{t(isSelf ? self : text, { name: person.name })}</p>
      {change.error && <ErrorAlert text={problem(change.error, t(failed))} />}
      <DialogActions>
        <Button onClick={onClose}>{t('admin.cancel')}</Button>
        <Button kind={deed === 'grant' ? 'filled' : 'danger'} disabled={change.isPending} onClick={() => change.mutate()}>
          {t(button)}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
