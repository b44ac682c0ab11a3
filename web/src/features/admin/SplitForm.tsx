import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { ProductDetail } from '~/api/wire'
import { useText } from '~/i18n/useText'
import { ButtonLink } from '~/lib/ButtonLink'
import { Button } from '~/ui/Button'
import { DialogActions } from '~/lib/dialog/Dialog'
import { ErrorAlert } from '~/ui/ErrorAlert'
import { Checkbox } from '~/ui/Field'
import { useProductName } from '~/ui/ProductName'
import { Price } from '~/ui/Price'
import { RetailerLabel } from '~/ui/RetailerLabel'
import styles from './Products.module.css'
import { invalidateProducts, splitProduct } from './products'
import { useAdminErrorText } from './useAdminErrorText'
import { useSubmit } from '~/lib/useSubmit'

/** Makes a new product from some of a product's offers. */
export function SplitForm({ detail, onClose }: { detail: ProductDetail; onClose: () => void }) {
  const { t, format } = useText()
  const errorText = useAdminErrorText()
  const productName = useProductName()
  const queryClient = useQueryClient()
  // The offers at the time the dialog opened: reloaded data no longer holds those that were split off.
  const [offers] = useState(detail.retailers)
  const [chosen, setChosen] = useState<string[]>([])
  const split = useSubmit({
    mutationFn: () => splitProduct(detail.product.id, chosen),
    onSuccess: () => invalidateProducts(queryClient),
  })
  if (split.data) {
    return (
      <>
        <p role="status">{t('admin.products.splitDone', { count: chosen.length, n: format.count(chosen.length) })}</p>
        <DialogActions>
          <ButtonLink to="/product/$productId" params={{ productId: split.data.productId }}>
            {t('admin.products.openNew')}
          </ButtonLink>
          <Button kind="filled" onClick={onClose}>
            {t('admin.close')}
          </Button>
        </DialogActions>
      </>
    )
  }
  const isSingle = offers.length < 2
  const all = !isSingle && chosen.length === offers.length
  return (
    <>
      <p>
        {isSingle
          ? t('admin.products.splitAlone')
          : t('admin.products.splitText', { name: productName(detail.product) })}
      </p>
      {!isSingle && <OfferChoice offers={offers} chosen={chosen} onChange={setChosen} />}
      <p role="status" className={styles.of}>
        {all ? t('admin.products.splitAll') : ''}
      </p>
      {split.error && <ErrorAlert text={errorText(split.error, t('admin.products.splitFailed'))} />}
      <DialogActions>
        <Button onClick={onClose}>{t('admin.cancel')}</Button>
        <Button kind="filled" disabled={chosen.length === 0 || all || split.isPending} onClick={() => split.mutate()}>
          {t('admin.products.splitOff')}
        </Button>
      </DialogActions>
    </>
  )
}

function OfferChoice({
  offers,
  chosen,
  onChange,
}: {
  offers: ProductDetail['retailers']
  chosen: string[]
  onChange: (ids: string[]) => void
}) {
  return (
    <ul className={styles.offers}>
      {offers.map(({ id, retailerSlug, retailer, title, price, inStock }) => (
        <li key={id}>
          <label>
            <Checkbox
              checked={chosen.includes(id)}
              onChange={() => onChange(chosen.includes(id) ? chosen.filter((one) => one !== id) : [...chosen, id])}
            />
            <span>
              <RetailerLabel slug={retailerSlug} name={retailer} />
              <bdi dir="auto">{title}</bdi>
            </span>
            <Price value={price} unavailable={!inStock} />
          </label>
        </li>
      ))}
    </ul>
  )
}
