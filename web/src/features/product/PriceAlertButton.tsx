import { Suspense, useState } from 'react'
import { withTexts } from '~/i18n'
import { useSession } from '~/api/accounts'
import type { Product } from '~/api/wire'
import { useText } from '~/i18n/useText'
import { Button } from '~/ui/Button'
import { LoginLink } from '~/lib/LoginLink'
import { lazyDialog } from '~/lib/dialog/lazyDialog'

const PriceAlertDialog = lazyDialog(
  withTexts(['account', 'builds', 'header', 'alerts'], () => import('~/lib/alerts/PriceAlertDialog')),
  'PriceAlertDialog',
)

/** Opens the dialog for a price alert; without a session, leads to the login and back. */
export function PriceAlertButton({
  product,
  waits = false,
}: {
  product: Product
  /** Whether the product is sold out, or nobody lists it, so that the alert is about its return. */
  waits?: boolean
}) {
  const { t } = useText()
  const { user } = useSession()
  const [open, setOpen] = useState(false)
  const kind = waits ? 'filled' : undefined
  const label = t(waits ? 'product.tellMe' : 'product.alert')
  if (!user) {
    return (
      <LoginLink wide icon="bell" kind={kind}>
        {label}
      </LoginLink>
    )
  }
  return (
    <>
      <Button wide icon="bell" kind={kind} aria-haspopup="dialog" onClick={() => setOpen(true)}>
        {label}
      </Button>
      {open && (
        <Suspense>
          <PriceAlertDialog product={product} price={product.price} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
