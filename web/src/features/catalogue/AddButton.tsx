import { useState } from 'react'
import { useNavigate } from '@tanstack/react-router'
import type { Product } from '~/api/wire'
import { useText } from '~/i18n/useText'
import { afterPaint } from '~/lib/afterPaint'
import { useBuild } from '~/lib/buildStore'
import { categoryInfo } from '~/lib/categories'
import { acceptPress } from '~/lib/presses'
import { IconButton } from '~/ui/Button'
import { useProductName } from '~/ui/ProductName'
import { useBuildStatus } from '~/lib/product/useBuildStatus'
import { useRemovePart } from '~/lib/useRemovePart'

/** A small icon button for table rows: adds a product to the build, removes it, or replaces another with it. */
export function AddButton({ product }: { product: Product }) {
  const { t } = useText()
  const productName = useProductName()
  const navigate = useNavigate()
  const status = useBuildStatus(product)
  const choose = useBuild((state) => state.choose)
  const remove = useRemovePart()
  const [isChosen, setChosen] = useState(false)
  if (!categoryInfo(product.category).isSlot) return null
  const label = `${t(status === 'current' ? 'card.remove' : status === 'none' ? 'card.add' : 'card.replace')}: ${productName(product)}`
  return (
    <IconButton
      icon={isChosen ? 'check' : status === 'current' ? 'minus' : status === 'none' ? 'plus' : 'swap'}
      aria-busy={isChosen || undefined}
      label={label}
      onClick={(event) => {
        if (status === 'current') return remove(product.category, product.id, event.timeStamp)
        if (!acceptPress('add', product.id, event.timeStamp)) return
        setChosen(true)
        afterPaint(() => {
          choose(product)
          setChosen(false)
          void navigate({ to: '/' })
        })
      }}
    />
  )
}
