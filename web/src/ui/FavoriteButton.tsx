import { lazy, Suspense } from 'react'
import { useSession } from '~/api/accounts'
import type { Product } from '~/api/wire'
import { classNames } from './classNames'
import styles from './FavoriteButton.module.css'

// Most readers are not signed in.
const Heart = lazy(() => import('./Heart').then((found) => ({ default: found.Heart })))

/** A heart: full for what is kept in mind. Only for people who are signed in. */
export function FavoriteButton(props: { product: Product; className?: string }) {
  const { user } = useSession()
  if (user === null) return null
  return (
    <Suspense fallback={<span className={classNames(styles.place, styles.room, props.className)} />}>
      <Heart {...props} />
    </Suspense>
  )
}
