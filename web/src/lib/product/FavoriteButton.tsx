import { lazy, Suspense } from 'react'
import { useSession } from '~/api/accounts'
import type { Product } from '~/api/wire'
import { classNames } from '~/ui/classNames'
import styles from './FavoriteButton.module.css'

// Loaded for signed-in users only, because most visitors have no session.
const Heart = lazy(() => import('~/lib/favorites/Heart').then((found) => ({ default: found.Heart })))

/** The favourite button, a heart; for signed-in users only. */
export function FavoriteButton(props: { product: Product; className?: string }) {
  const { user } = useSession()
  if (user === null) return null
  return (
    <Suspense fallback={<span className={classNames(styles.corner, styles.room, props.className)} />}>
      <Heart {...props} />
    </Suspense>
  )
}
