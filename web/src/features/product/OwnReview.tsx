import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { Review, User } from '~/api/wire'
import { useText } from '~/i18n/useText'
import { Button } from '~/ui/Button'
import { LoginLink } from '~/lib/LoginLink'
import { ReviewForm } from './ReviewForm'
import { ownReviewQuery, SUCCESS_TIME } from './reviews'
import styles from './Reviews.module.css'

/** The signed-in user's review: a form, or an edit button where there is a review already. */
export function OwnReview({ product, user }: { product: string; user: User | null }) {
  const { t } = useText()
  const own = useQuery({ ...ownReviewQuery(product), enabled: Boolean(user) })
  const [succeeded, showSuccess] = useTimedFlag(SUCCESS_TIME)
  if (user === null) {
    return (
      <p className={styles.invite}>
        {t('reviews.pleaseLogin')} <LoginLink small>{t('reviews.login')}</LoginLink>
      </p>
    )
  }
  if (own.isPending) return null
  return (
    <>
      <p role="status" className={succeeded ? styles.done : 'sr'}>
        {succeeded ? t('reviews.done') : ''}
      </p>
      {own.data ? (
        <ExistingReview key={own.data.updatedAt} product={product} review={own.data} onDone={showSuccess} />
      ) : (
        <ReviewForm product={product} onDone={showSuccess} />
      )}
    </>
  )
}

function ExistingReview({ product, review, onDone }: { product: string; review: Review; onDone: () => void }) {
  const { t } = useText()
  const [editing, setEditing] = useState(false)
  if (!editing) {
    return (
      <p className={styles.invite}>
        {t('reviews.yours')}{' '}
        <Button small onClick={() => setEditing(true)}>
          {t('reviews.edit')}
        </Button>
      </p>
    )
  }
  return (
    <ReviewForm
      product={product}
      before={review}
      onCancel={() => setEditing(false)}
      onDone={() => {
        setEditing(false)
        onDone()
      }}
    />
  )
}

/** Returns a flag that is true for a given time after it was set, and the function that sets it. */
function useTimedFlag(milliseconds: number): [boolean, () => void] {
  const [since, setSince] = useState(0)
  useEffect(() => {
    if (since === 0) return undefined
    const timer = setTimeout(() => setSince(0), milliseconds)
    return () => clearTimeout(timer)
  }, [since, milliseconds])
  return [since > 0, () => setSince(Date.now())]
}
