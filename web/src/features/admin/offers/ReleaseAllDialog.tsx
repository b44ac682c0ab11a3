import { useQueryClient } from '@tanstack/react-query'
import { useText } from '~/i18n/useText'
import { Dialog, DialogActions } from '~/lib/dialog/Dialog'
import { useToasts } from '~/lib/toasts'
import { useSubmit } from '~/lib/useSubmit'
import { Button } from '~/ui/Button'
import { ErrorAlert } from '~/ui/ErrorAlert'
import { MESSAGE_TIME } from '../shared/messageTime'
import { allOperationsQueries, releaseAllOf } from '../shared/operations'
import { useAdminErrorText } from '../shared/useAdminErrorText'

/** The shop whose held prices are released: its slug, its name in the reader's language, and their number. */
type ReleaseAllDialogProps = { slug: string; shop: string; count: number; onClose: () => void }

/** Releases all held prices of a shop, after a confirmation. */
export function ReleaseAllDialog({ slug, shop, count, onClose }: ReleaseAllDialogProps) {
  const { t, format } = useText()
  const errorText = useAdminErrorText()
  const queryClient = useQueryClient()
  const showToast = useToasts((state) => state.show)
  const release = useSubmit({
    mutationFn: () => releaseAllOf(slug),
    onSuccess: ({ doneCount }) => {
      showToast(t('admin.operations.released', { n: format.count(doneCount) }), MESSAGE_TIME)
      onClose()
    },
    onSettled: () => queryClient.invalidateQueries(allOperationsQueries),
  })
  return (
    <Dialog title={t('admin.operations.releaseShop', { shop })} closeLabel={t('admin.close')} onClose={onClose}>
      <p>{t('admin.operations.releaseShopText', { shop, n: format.count(count) })}</p>
      {release.error && <ErrorAlert text={errorText(release.error, t('admin.operations.decideFailed'))} />}
      <DialogActions>
        <Button onClick={onClose}>{t('admin.cancel')}</Button>
        <Button kind="filled" icon="check" disabled={release.isPending} onClick={() => release.mutate()}>
          {t('admin.operations.release')}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
