import { Suspense, useState } from 'react'
import type { Product } from '~/api/wire'
import { withTexts } from '~/i18n'
import { useText } from '~/i18n/useText'
import { classNames } from '~/ui/classNames'
import { lazyDialog } from '~/lib/dialog/lazyDialog'
import styles from '~/lib/product/FavoriteButton.module.css'
import { Icon } from '~/ui/Icon'
import { useProductName } from '~/ui/ProductName'

const PriceAlertDialog = lazyDialog(
  withTexts(['account', 'builds', 'header', 'alerts'], () => import('./PriceAlertDialog')),
  'PriceAlertDialog',
)

/** The bell on a card, which opens the dialog for a price alert; left out where there is no price. */
export function CardAlertButton({ product }: { product: Product }) {
  const { t } = useText()
  const name = useProductName()(product)
  const [open, setOpen] = useState(false)
  const { price } = product
  if (price === null) return null
  const label = t('alert.ofProduct', { name })
  return (
    <>
      <button
        type="button"
        className={classNames(styles.heart, styles.bell)}
        aria-haspopup="dialog"
        aria-label={label}
        title={label}
        onClick={() => setOpen(true)}
      >
        <Icon name="bell" />
      </button>
      {open && (
        <Suspense>
          <PriceAlertDialog product={product} price={price} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
