import { useMutation, useQueryClient } from '@tanstack/react-query'
import { sessionChanged, useSession } from '~/api/accounts'
import { useText } from '~/i18n/useText'
import { useToasts } from '~/lib/toasts'
import { Button } from '~/ui/Button'
import { Dialog, DialogActions } from '~/ui/Dialog'
import { ErrorAlert } from '~/ui/ErrorAlert'
import { messageTime } from './messageTime'
import { allPeople, grantAdmin, revokeAdmin, type Person } from './people'
import { useProblem } from './useProblem'

/** Makes somebody an administrator, or takes it from them, after asking. */
export function RoleDialog({ person, onClose }: { person: Person; onClose: () => void }) {
  const { t } = useText()
  const problem = useProblem()
  const { user } = useSession()
  const say = useToasts((state) => state.say)
  const queryClient = useQueryClient()
  const isAdmin = person.role === 'ADMIN'
  const isSelf = person.id === user?.id
  const change = useMutation({
    mutationFn: () => (isAdmin ? revokeAdmin(person.id) : grantAdmin(person.id)),
    onSuccess: async () => {
      say(t(isAdmin ? 'admin.users.revoked' : 'admin.users.granted', { name: person.name }), messageTime)
      onClose()
      // Who takes it from themselves is signed out, and the panel closes.
      await (isSelf ? sessionChanged(queryClient) : queryClient.invalidateQueries(allPeople))
    },
  })
  return (
    <Dialog title={t(isAdmin ? 'admin.users.revokeOf' : 'admin.users.grantOf', { name: person.name })} closeLabel={t('admin.close')} onClose={onClose}>
      <p>
        <bdi dir="ltr">{person.email}</bdi>
      </p>
      <p>{t(isSelf ? 'admin.users.revokeSelf' : isAdmin ? 'admin.users.revokeText' : 'admin.users.grantText', { name: person.name })}</p>
      {change.error && <ErrorAlert text={problem(change.error, t('admin.users.changeFailed'))} />}
      <DialogActions>
        <Button onClick={onClose}>{t('admin.cancel')}</Button>
        <Button kind={isAdmin ? 'danger' : 'filled'} disabled={change.isPending} onClick={() => change.mutate()}>
          {t(isAdmin ? 'admin.users.revoke' : 'admin.users.grant')}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
