import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useText } from '~/i18n/useText'
import { Dialog } from '~/lib/dialog/Dialog'
import { catalogueProductQuery, type AdminProduct } from '../shared/products'
import { SplitConfirm } from './SplitConfirm'

type SplitDialogProps = { productId: string; products: AdminProduct[]; onDone: () => void; onClose: () => void }

/** Makes a product of their own from the selected offers of one product, after showing them. */
export function SplitDialog({ productId, products, onDone, onClose }: SplitDialogProps) {
  const { t } = useText()
  // The selection at the time the dialog opened: the list behind it is reloaded afterwards.
  const [chosen] = useState(products)
  const { data } = useQuery(catalogueProductQuery(productId))
  const all = data?.retailers.every((offer) => chosen.some(({ id }) => id === offer.id)) ?? false
  return (
    <Dialog title={t('admin.products.splitTitle')} closeLabel={t('admin.close')} onClose={onClose} wide>
      <SplitConfirm
        productId={productId}
        productName={chosen[0]?.canonicalName ?? productId}
        offers={chosen.map(({ name, ...offer }) => ({ ...offer, title: name }))}
        problem={all ? t('admin.products.splitAll') : undefined}
        onBack={onClose}
        onDone={onDone}
        onClose={onClose}
      />
    </Dialog>
  )
}
