import { Suspense, useState } from 'react'
import { withSeldomUsedTexts } from '~/i18n'
import { useSession } from '~/api/accounts'
import type { Product } from '~/api/wire'
import { useText } from '~/i18n/useText'
import { Button } from '~/ui/Button'
import { LoginLink } from '~/lib/LoginLink'
import { lazyDialog } from '~/lib/dialog/lazyDialog'

const PriceAlertDialog = lazyDialog(
  withSeldomUsedTexts(() => import('./PriceAlertDialog')),
  'PriceAlertDialog',
)

/**
 * Opens the dialog for a price alert; without a session, leads to the login and back. Left out where there is no price.
 */
export function PriceAlertButton({ product }: { product: Product }) {
  const { t } = useText()
  const { user } = useSession()
  const [open, setOpen] = useState(false)
  const { price } = product
  if (price === null) return null
  if (!user) {
    return (
      <LoginLink wide icon="bell">
        {t('product.alert')}
      </LoginLink>
    )
  }
  return (
    <>
      <Button wide icon="bell" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        {t('product.alert')}
      </Button>
      {open && (
        <Suspense>
          <PriceAlertDialog product={product} price={price} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
