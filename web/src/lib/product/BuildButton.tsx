import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import type { Product } from '~/api/wire'
import { useText } from '~/i18n/useText'
import { afterPaint } from '~/lib/afterPaint'
import { useBuild } from '~/lib/buildStore'
import { categoryInfo } from '~/lib/categories'
import { acceptPress } from '~/lib/presses'
import styles from './BuildButton.module.css'
import { Button } from '~/ui/Button'
import { useBuildDifference, useBuildStatus } from './useBuildStatus'
import { useRemovePart } from '~/lib/useRemovePart'

/** Adds a product to the build, removes it, or replaces another with it. Choosing a product returns to the build. */
export function BuildButton({ product, filled = false }: { product: Product; filled?: boolean }) {
  const { t } = useText()
  const navigate = useNavigate()
  const status = useBuildStatus(product)
  const choose = useBuild((state) => state.choose)
  const remove = useRemovePart()
  // The button answers at once; the build, and with it every card of the page, follows after the paint.
  const [isChosen, setChosen] = useState(false)
  // Keyboards and mice are not part of a build.
  if (!categoryInfo(product.category).isSlot) return null
  if (status === 'current') {
    return (
      <Button
        wide
        kind="danger"
        icon="minus"
        onClick={(event) => remove(product.category, product.id, event.timeStamp)}
      >
        <span>{t('card.remove')}</span>
      </Button>
    )
  }
  const replaces = status !== 'none'
  return (
    <Button
      wide
      kind={filled ? 'filled' : 'outline'}
      icon={isChosen ? 'check' : replaces ? 'swap' : 'plus'}
      aria-busy={isChosen || undefined}
      onClick={(event) => {
        if (!acceptPress('add', product.id, event.timeStamp)) return
        setChosen(true)
        afterPaint(() => {
          choose(product)
          setChosen(false)
          void navigate({ to: '/' })
        })
      }}
    >
      {/* In an element of its own, because rows on phones show the icon alone. */}
      <span>{t(replaces ? 'card.replace' : 'card.add')}</span>
    </Button>
  )
}

/** The change of the build's price that choosing a product would cause. */
export function BuildImpact({ product }: { product: Product }) {
  const { t, format } = useText()
  const status = useBuildStatus(product)
  const difference = useBuildDifference(product)
  if (status === 'none') return null
  if (status === 'current') return <span className={styles.impact}>{t('card.current')}</span>
  if (difference === null) return null
  if (difference === 0) return <span className={styles.impact}>{t('card.samePrice')}</span>
  return (
    <span className={styles.impact}>
      {difference > 0
        ? t('card.upgrade', { amount: format.money(difference) })
        : t('card.alternative', { amount: format.money(-difference) })}
    </span>
  )
}
