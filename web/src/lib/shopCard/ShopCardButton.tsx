import { Suspense, useEffect, useState, type ComponentProps } from 'react'
import { withTexts } from '~/i18n'
import { lazyDialog } from '~/lib/dialog/lazyDialog'
import { Button } from '~/ui/Button'
import type { ShopCardContent } from './shopCardContent'

const ShopCard = lazyDialog(
  withTexts(['shopCard'], () => import('./ShopCard')),
  'ShopCard',
)

/** Time after which the card's code is fetched, in ms: the page comes first, and shops have bad reception. */
const PRELOAD_AFTER = 5000

type ShopCardButtonProps = Pick<ComponentProps<typeof Button>, 'kind' | 'wide'> & {
  label: string
  content: ShopCardContent
}

/** Opens the card for a shop's counter. */
export function ShopCardButton({ label, content, ...look }: ShopCardButtonProps) {
  const [open, setOpen] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => void ShopCard.preload(), PRELOAD_AFTER)
    return () => clearTimeout(timer)
  }, [])
  return (
    <>
      <Button {...look} onClick={() => setOpen(true)}>
        {label}
      </Button>
      <Suspense>{open && <ShopCard content={content} onClose={() => setOpen(false)} />}</Suspense>
    </>
  )
}
