import { useId, useState } from 'react'
import { ApiError } from '~/api/client'
import { MAX_COMMENT_LENGTH } from '~/api/limits'
import type { Review } from '~/api/wire'
import { useText } from '~/i18n/useText'
import { Button } from '~/ui/Button'
import { ErrorAlert } from '~/ui/ErrorAlert'
import { useErrorText } from '~/lib/useErrorText'
import { useSubmitReview } from './reviews'
import styles from './Reviews.module.css'

type ReviewFormProps = { product: string; before?: Review; onDone: () => void; onCancel?: () => void }

/** Form for stars and a comment. `before`: the review that the new one replaces. */
export function ReviewForm({ product, before, onDone, onCancel }: ReviewFormProps) {
  const { t } = useText()
  const heading = useId()
  const [rating, setRating] = useState(before?.rating ?? 0)
  const [comment, setComment] = useState(before?.comment ?? '')
  const submit = useSubmitReview(product)
  const errorText = useReviewErrorText()
  const tooLong = lengthOf(comment) > MAX_COMMENT_LENGTH

  function send() {
    submit.mutate(
      { rating, comment: comment.trim() || null },
      {
        onSuccess: () => {
          setRating(0)
          setComment('')
          onDone()
        },
      },
    )
  }

  return (
    <form
      className={styles.form}
      aria-labelledby={heading}
      onSubmit={(event) => {
        event.preventDefault()
        if (rating > 0 && !tooLong && !submit.isPending) send()
      }}
    >
      <h3 id={heading}>{t(before ? 'reviews.edit' : 'reviews.write')}</h3>
      <StarChoice value={rating} onChange={setRating} />
      <CommentField value={comment} onChange={setComment} />
      {submit.isError && <ErrorAlert text={errorText(submit.error)} />}
      <div className={styles.send}>
        <Button type="submit" kind="filled" disabled={rating === 0 || tooLong || submit.isPending}>
          {submit.isPending ? t('reviews.sending') : t(before ? 'reviews.replace' : 'reviews.submit')}
        </Button>
        {onCancel && (
          <Button kind="quiet" onClick={onCancel}>
            {t('reviews.cancel')}
          </Button>
        )}
        {rating === 0 && <span className={styles.hint}>{t('reviews.select')}</span>}
      </div>
    </form>
  )
}

/** Field for the comment; near its maximum length it counts the characters that are left. */
function CommentField({ value, onChange }: { value: string; onChange: (comment: string) => void }) {
  const { t, format } = useText()
  const left = MAX_COMMENT_LENGTH - lengthOf(value)
  const tooLong = left < 0
  return (
    <>
      <textarea
        dir="auto"
        aria-label={t('reviews.comment')}
        placeholder={t('reviews.placeholder')}
        value={value}
        aria-invalid={tooLong}
        onChange={(event) => onChange(event.target.value)}
      />
      {left < 200 && (
        <p className={tooLong ? styles.wrong : styles.hint} role={tooLong ? 'alert' : undefined}>
          {tooLong ? t('reviews.tooLong') : t('reviews.left', { count: left, n: format.count(left) })}
        </p>
      )}
    </>
  )
}

/** Returns the length of a comment in characters, as the server counts it. */
function lengthOf(comment: string): number {
  return Array.from(comment.trim()).length
}

/** Returns a function that words a failed review: some refusals by texts of this page, all others as `useErrorText`. */
function useReviewErrorText(): (error: Error) => string {
  const { t } = useText()
  const errorText = useErrorText()
  return (error) => {
    if (!(error instanceof ApiError)) return t('reviews.failedSubmit')
    if (error.status === 401) return t('reviews.mustLogin')
    if (error.status === 429) return t('reviews.tooOften')
    return errorText(error, t('reviews.failedSubmit'))
  }
}

/** Choice of one to five stars, by pointer or with the arrow keys. */
function StarChoice({ value, onChange }: { value: number; onChange: (stars: number) => void }) {
  const { t, format } = useText()
  const name = useId()
  return (
    <fieldset className={styles.choice}>
      <legend>{t('reviews.rating')}</legend>
      {[1, 2, 3, 4, 5].map((stars) => (
        <label
          key={stars}
          className={stars <= value ? styles.lit : undefined}
          title={t('reviews.stars', { count: stars, n: format.count(stars) })}
        >
          <input
            type="radio"
            name={name}
            value={stars}
            checked={value === stars}
            aria-label={t('reviews.stars', { count: stars, n: format.count(stars) })}
            onChange={() => onChange(stars)}
          />
          <span aria-hidden="true" />
        </label>
      ))}
    </fieldset>
  )
}
