import { useQueryClient } from '@tanstack/react-query'
import { useState, type FormEvent } from 'react'
import { ApiError } from '~/api/client'
import { useText } from '~/i18n/useText'
import { useToasts } from '~/lib/toasts'
import { Button } from '~/ui/Button'
import { Dialog, DialogActions } from '~/lib/dialog/Dialog'
import { ErrorAlert } from '~/ui/ErrorAlert'
import styles from '../shared/Admin.module.css'
import { EditProductFields } from './EditProductFields'
import { toProductChange, toProductForm, findFormProblems, type ProductForm } from './productForm'
import { allAdminProductQueries, editProduct, type AdminProduct, type ProductChange } from '../shared/products'
import { MESSAGE_TIME } from '../shared/messageTime'
import { useAdminErrorText } from '../shared/useAdminErrorText'
import { useSubmit } from '~/lib/useSubmit'

/** Edits an offer. Only changed fields are sent; the server pins them, so that crawls do not overwrite them. */
export function EditProductDialog({ product, onClose }: { product: AdminProduct; onClose: () => void }) {
  const { t } = useText()
  const [form, setForm] = useState(() => toProductForm(product))
  const [tried, setTried] = useState(false)
  const [unchanged, setUnchanged] = useState(false)
  const save = useSave(product, onClose)
  const set = (change: Partial<ProductForm>) => {
    setUnchanged(false)
    setForm({ ...form, ...change })
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (Object.keys(findFormProblems(form, product)).length > 0) return
    const change = toProductChange(form, product)
    setUnchanged(change === null)
    if (change) save.mutate(change)
  }
  return (
    <Dialog title={t('admin.products.editTitle')} closeLabel={t('admin.close')} onClose={onClose}>
      <form className={styles.form} onSubmit={submit} noValidate>
        <EditProductFields
          product={product}
          form={form}
          checked={tried}
          refused={save.error instanceof ApiError ? save.error.fields : {}}
          onChange={set}
        />
        {unchanged && <p role="status">{t('admin.products.noChanges')}</p>}
        {save.error && <SaveError error={save.error} />}
        <DialogActions>
          <Button onClick={onClose}>{t('admin.cancel')}</Button>
          <Button kind="filled" type="submit" disabled={save.isPending}>
            {t('admin.products.save')}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}

function SaveError({ error }: { error: Error }) {
  const { t } = useText()
  return <ErrorAlert text={useAdminErrorText()(error, t('admin.products.updateFailed'))} />
}

function useSave(product: AdminProduct, onDone: () => void) {
  const { t } = useText()
  const showToast = useToasts((state) => state.show)
  const queryClient = useQueryClient()
  return useSubmit({
    mutationFn: (change: ProductChange) => editProduct(product.id, change),
    onSuccess: async () => {
      showToast(t('admin.products.updated'), MESSAGE_TIME)
      onDone()
      await queryClient.invalidateQueries(allAdminProductQueries)
    },
    // Another administrator has deleted the offer: the list is stale.
    onError: (error) =>
      error instanceof ApiError &&
      [404, 410].includes(error.status) &&
      void queryClient.invalidateQueries(allAdminProductQueries),
  })
}
