import { useState } from 'react'
import type { ProductDetail } from '~/api/wire'
import { useText } from '~/i18n/useText'
import { Button } from '~/ui/Button'
import { DialogActions } from '~/lib/dialog/Dialog'
import { Checkbox } from '~/ui/Field'
import { useProductName } from '~/ui/ProductName'
import { Price } from '~/ui/Price'
import { RetailerLabel } from '~/ui/RetailerLabel'
import styles from './Products.module.css'
import { SplitConfirm } from './SplitConfirm'

/** Makes a new product from some of a product's offers: asks for the offers, and then whether they are the right ones. */
export function SplitForm({ detail, onClose }: { detail: ProductDetail; onClose: () => void }) {
  const { t } = useText()
  const productName = useProductName()
  // The offers at the time the dialog opened: reloaded data no longer holds those that were split off.
  const [offers] = useState(detail.retailers)
  const [chosen, setChosen] = useState<string[]>([])
  const [confirming, setConfirming] = useState(false)
  if (confirming) {
    return (
      <SplitConfirm
        productId={detail.product.id}
        productName={productName(detail.product)}
        offers={offers.filter(({ id }) => chosen.includes(id))}
        onBack={() => setConfirming(false)}
        onClose={onClose}
      />
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
      <DialogActions>
        <Button onClick={onClose}>{t('admin.cancel')}</Button>
        <Button kind="filled" disabled={chosen.length === 0 || all} onClick={() => setConfirming(true)}>
          {t('admin.products.splitNext')}
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
