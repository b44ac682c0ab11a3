import { useQueryClient } from '@tanstack/react-query'
import { ApiError } from '~/api/client'
import { useText } from '~/i18n/useText'
import { useToasts } from '~/lib/toasts'
import { Button } from '~/ui/Button'
import { Dialog, DialogActions } from '~/lib/dialog/Dialog'
import { ErrorAlert } from '~/ui/ErrorAlert'
import { MESSAGE_TIME } from '../shared/messageTime'
import { allAdminProductQueries, deleteProduct, type AdminProduct } from '../shared/products'
import { useAdminErrorText } from '../shared/useAdminErrorText'
import { useSubmit } from '~/lib/useSubmit'

/** Deletes an offer permanently, after a warning. */
export function DeleteProductDialog({ product, onClose }: { product: AdminProduct; onClose: () => void }) {
  const { t } = useText()
  const errorText = useAdminErrorText()
  const showToast = useToasts((state) => state.show)
  const queryClient = useQueryClient()
  const remove = useSubmit({
    mutationFn: () => deleteProduct(product.id),
    onSuccess: async () => {
      showToast(t('admin.products.deleted'), MESSAGE_TIME)
      onClose()
      await queryClient.invalidateQueries(allAdminProductQueries)
    },
    onError: (error) =>
      error instanceof ApiError &&
      [404, 410].includes(error.status) &&
      void queryClient.invalidateQueries(allAdminProductQueries),
  })
  return (
    <Dialog title={t('admin.products.deleteTitle')} closeLabel={t('admin.close')} onClose={onClose}>
      <p>{t('admin.products.deleteText', { name: product.name })}</p>
      {remove.error && <ErrorAlert text={errorText(remove.error, t('admin.products.deleteFailed'))} />}
      <DialogActions>
        <Button onClick={onClose}>{t('admin.cancel')}</Button>
        <Button kind="danger" icon="trash" disabled={remove.isPending} onClick={() => remove.mutate()}>
          {t('admin.products.delete')}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
