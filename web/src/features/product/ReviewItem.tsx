import { useState } from 'react'
import { ApiError } from '~/api/client'
import type { Review } from '~/api/wire'
import { useText } from '~/i18n/useText'
import { Button } from '~/ui/Button'
import { Dialog, DialogActions } from '~/lib/dialog/Dialog'
import { ErrorAlert } from '~/ui/ErrorAlert'
import { Stars } from '~/ui/product/Stars'
import { useErrorText } from '~/lib/useErrorText'
import { useDeleteReview } from './reviews'
import styles from './Reviews.module.css'

/** One review. Its comment is plain text in its own direction. */
export function ReviewItem({ review, product, deletable }: { review: Review; product: string; deletable: boolean }) {
  const { t, format } = useText()
  const [confirming, setConfirming] = useState(false)
  const { rating, comment, user, createdAt, updatedAt } = review
  return (
    <article className={styles.review}>
      <header>
        <b>
          <bdi dir="auto">{user.username}</bdi>
        </b>
        <Stars value={rating} />
        <time dateTime={updatedAt} title={format.fullDay(updatedAt)}>
          {format.ago(updatedAt)}
        </time>
        {updatedAt !== createdAt && <span>{t('reviews.edited')}</span>}
        {deletable && (
          <Button
            kind="quiet"
            small
            icon="trash"
            className={styles.delete}
            aria-label={t('reviews.deleteOf', { name: user.username })}
            onClick={() => setConfirming(true)}
          >
            {t('reviews.delete')}
          </Button>
        )}
      </header>
      {comment && (
        <p dir="auto" className={styles.comment}>
          {comment}
        </p>
      )}
      {confirming && <ConfirmDelete review={review} product={product} onClose={() => setConfirming(false)} />}
    </article>
  )
}

function ConfirmDelete({ review, product, onClose }: { review: Review; product: string; onClose: () => void }) {
  const { t } = useText()
  const remove = useDeleteReview(product)
  const errorText = useErrorText()
  const deletionErrorText = (error: Error) => {
    const key = findDeletionErrorKey(error)
    return key === null ? errorText(error, t('reviews.failedDelete')) : t(key)
  }
  return (
    <Dialog title={t('reviews.confirmTitle')} closeLabel={t('reviews.cancel')} onClose={onClose}>
      <p>{t('reviews.confirmText')}</p>
      {remove.isError && <ErrorAlert text={deletionErrorText(remove.error)} />}
      <DialogActions>
        <Button onClick={onClose}>{t('reviews.cancel')}</Button>
        <Button
          kind="danger"
          disabled={remove.isPending}
          onClick={() => remove.mutate(review.id, { onSuccess: onClose })}
        >
          {t('reviews.delete')}
        </Button>
      </DialogActions>
    </Dialog>
  )
}

/** Returns the key of the text for some refused deletions; null for every other error. */
function findDeletionErrorKey(error: Error) {
  if (!(error instanceof ApiError)) return null
  if (error.status === 404) return 'reviews.gone'
  // Rare, and for administrators only: a review can be deleted after the password was entered elsewhere in the panel.
  return error.code === 'PASSWORD_REQUIRED' ? 'reviews.passwordAgain' : null
}
