import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { ProductDetail } from '~/api/wire'
import { useText } from '~/i18n/useText'
import { useToasts } from '~/lib/toasts'
import { Button } from '~/ui/Button'
import { DialogActions } from '~/lib/dialog/Dialog'
import { ErrorAlert } from '~/ui/ErrorAlert'
import { useProductName } from '~/ui/ProductName'
import { MESSAGE_TIME } from '../shared/messageTime'
import { ProductFinder } from './ProductFinder'
import styles from './Products.module.css'
import { catalogueProductQuery, mergeProducts, invalidateProducts } from '../shared/products'
import { MergeSide } from './MergeSide'
import { useAdminErrorText } from '../shared/useAdminErrorText'
import { useSubmit } from '~/lib/useSubmit'

/** Merges two products into one: asks for the other product, which of both stays, and shows what moves along. */
export function MergeForm({ detail, onClose }: { detail: ProductDetail; onClose: () => void }) {
  const { t, format } = useText()
  const errorText = useAdminErrorText()
  const productName = useProductName()
  const showToast = useToasts((state) => state.show)
  const queryClient = useQueryClient()
  const [otherId, setOtherId] = useState('')
  const [swapped, setSwapped] = useState(false)
  const other = useQuery({ ...catalogueProductQuery(otherId), enabled: otherId !== '' })
  const sides =
    other.data && (swapped ? { merged: other.data, remaining: detail } : { merged: detail, remaining: other.data })
  const merge = useSubmit({
    mutationFn: ({ merged, remaining }: NonNullable<typeof sides>) =>
      mergeProducts(merged.product.id, remaining.product.id),
    onSuccess: async (_, { remaining }) => {
      showToast(t('admin.products.merged', { name: productName(remaining.product) }), MESSAGE_TIME)
      onClose()
      await invalidateProducts(queryClient)
    },
  })
  const count = sides?.merged.retailers.length ?? 0
  return (
    <>
      <p>{t('admin.products.mergeText', { name: productName(detail.product) })}</p>
      <ProductFinder
        value={otherId}
        category={detail.product.category}
        except={detail.product.id}
        onChoose={(product) => setOtherId(product.id)}
      />
      {other.error && (
        <ErrorAlert text={errorText(other.error, t('admin.products.failed'))} onRetry={() => void other.refetch()} />
      )}
      {sides && (
        <>
          <div className={styles.sides}>
            <MergeSide title={t('admin.products.goes')} detail={sides.merged} other={sides.remaining} />
            <MergeSide title={t('admin.products.stays')} detail={sides.remaining} other={sides.merged} />
          </div>
          <p>
            {t('admin.products.moves', { count, n: format.count(count), name: productName(sides.remaining.product) })}
          </p>
          <p className={styles.of}>{t('admin.products.mergeForGood')}</p>
        </>
      )}
      {merge.error && <ErrorAlert text={errorText(merge.error, t('admin.products.mergeFailed'))} />}
      <DialogActions>
        {sides && (
          <Button kind="quiet" icon="swap" onClick={() => setSwapped(!swapped)}>
            {t('admin.products.turn')}
          </Button>
        )}
        <Button onClick={onClose}>{t('admin.cancel')}</Button>
        <Button kind="filled" disabled={!sides || merge.isPending} onClick={() => sides && merge.mutate(sides)}>
          {t('admin.products.merge')}
        </Button>
      </DialogActions>
    </>
  )
}
