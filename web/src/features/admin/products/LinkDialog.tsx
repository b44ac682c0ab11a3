import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useText } from '~/i18n/useText'
import { Button } from '~/ui/Button'
import { Dialog, DialogActions } from '~/lib/dialog/Dialog'
import { ErrorAlert } from '~/ui/ErrorAlert'
import { ProductField } from './ProductField'
import { FailedList } from '../shared/FailedList'
import { canBeProductId } from './productForm'
import { allAdminProductQueries, linkProducts, type AdminProduct } from '../shared/products'
import { useAdminErrorText } from '../shared/useAdminErrorText'
import { useSubmit } from '~/lib/useSubmit'

type LinkDialogProps = { products: AdminProduct[]; unlink: boolean; onDone: () => void; onClose: () => void }

/** Joins the selected offers to one product, or removes them from their products. */
export function LinkDialog({ products, unlink, onDone, onClose }: LinkDialogProps) {
  const { t, format } = useText()
  const errorText = useAdminErrorText()
  // The selection at the time the dialog opened: the list behind it is reloaded afterwards.
  const [chosen] = useState(products)
  const [canonicalId, setCanonicalId] = useState('')
  const link = useLink(chosen, unlink ? null : canonicalId.trim(), onDone)
  const count = { count: chosen.length, n: format.count(chosen.length) }
  const [category] = [...new Set(chosen.map((one) => one.category))]
  return (
    <Dialog
      title={t(unlink ? 'admin.products.unlinkTitle' : 'admin.products.linkTitle')}
      closeLabel={t('admin.close')}
      onClose={onClose}
    >
      {link.data ? (
        <FailedList
          doneCount={link.data.linked}
          failed={link.data.failed}
          names={new Map(chosen.map(({ id, name }) => [id, name]))}
          allDone={unlink ? 'admin.products.unlinkDone' : 'admin.products.linkDone'}
          partly={unlink ? 'admin.products.unlinkPartly' : 'admin.products.linkPartly'}
        />
      ) : (
        <>
          <p>{t(unlink ? 'admin.products.unlinkText' : 'admin.products.linkText', count)}</p>
          {!unlink && (
            <ProductField
              value={canonicalId}
              category={category ?? null}
              name={null}
              problem={canBeProductId(canonicalId) ? undefined : t('admin.problem.CANONICAL_UNKNOWN')}
              onChange={setCanonicalId}
            />
          )}
          {link.error && <ErrorAlert text={errorText(link.error, t('admin.products.linkFailed'))} />}
          <DialogActions>
            <Button onClick={onClose}>{t('admin.cancel')}</Button>
            <Button
              kind="filled"
              disabled={link.isPending || (!unlink && (canonicalId.trim() === '' || !canBeProductId(canonicalId)))}
              onClick={() => link.mutate()}
            >
              {t(unlink ? 'admin.products.unlink' : 'admin.products.link')}
            </Button>
          </DialogActions>
        </>
      )}
    </Dialog>
  )
}

/** Links offers to a product; with null, removes them from their products. */
function useLink(products: AdminProduct[], canonicalId: string | null, onDone: () => void) {
  const queryClient = useQueryClient()
  return useSubmit({
    mutationFn: () =>
      linkProducts(
        products.map(({ id }) => id),
        canonicalId,
      ),
    onSuccess: async () => {
      onDone()
      await queryClient.invalidateQueries(allAdminProductQueries)
    },
  })
}
