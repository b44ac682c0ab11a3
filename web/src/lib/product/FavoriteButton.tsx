import { Suspense } from 'react'
import { useSession } from '~/api/accounts'
import type { Product } from '~/api/wire'
import { withTexts } from '~/i18n'
import { classNames } from '~/ui/classNames'
import styles from './FavoriteButton.module.css'
import { lazyPiece, renderNothing } from '~/ui/lazyPiece'

// Loaded for signed-in users only, because most visitors have no session.
const Heart = lazyPiece(
  withTexts(['header'], () => import('~/lib/favorites/Heart')),
  'Heart',
  renderNothing,
)

/** The favourite button, a heart, and with `withAlert` the one for a price alert below it; for signed-in users only. */
export function FavoriteButton(props: { product: Product; className?: string; withAlert?: boolean }) {
  const { user } = useSession()
  if (user === null) return null
  return (
    <Suspense fallback={<span className={classNames(styles.corner, styles.room, props.className)} />}>
      <Heart {...props} />
    </Suspense>
  )
}
