import { useInfiniteQuery } from '@tanstack/react-query'
import type { CSSProperties } from 'react'
import { ApiError } from '~/api/client'
import { useSession } from '~/api/accounts'
import type { ReviewStats } from '~/api/wire'
import { useText } from '~/i18n/useText'
import { Button } from '~/ui/Button'
import { ErrorAlert } from '~/ui/ErrorAlert'
import { noteClass, Panel } from '~/ui/Panel'
import { Loading, Skeleton } from '~/ui/Skeleton'
import { Stars } from '~/ui/product/Stars'
import { useErrorText } from '~/lib/useErrorText'
import { reviewsQuery } from './reviews'
import styles from './Reviews.module.css'
import { ReviewItem } from './ReviewItem'
import { OwnReview } from './OwnReview'

/** The reviews of a product, and the form for one's own. */
export function ReviewsPanel({ id }: { id: string }) {
  const { t, format } = useText()
  const errorText = useErrorText()
  const { user, pending } = useSession()
  const query = useInfiniteQuery(reviewsQuery(id))
  const reviews = query.data?.pages.flatMap((page) => page.reviews) ?? []
  const stats = query.data?.pages.at(-1)?.stats
  return (
    <Panel
      id="reviews"
      title={t('reviews.title')}
      aside={
        stats &&
        stats.total > 0 && (
          <span className={noteClass}>
            {t('product.reviews', { count: stats.total, n: format.count(stats.total) })}
          </span>
        )
      }
    >
      {query.isPending && (
        <Loading label={t('reviews.loading')} className={styles.pad}>
          <Skeleton height="6rem" />
        </Loading>
      )}
      {query.isError && (
        <div className={styles.pad}>
          <ErrorAlert
            text={errorText(query.error, t(loadErrorKey(query.error)))}
            onRetry={() => void query.refetch()}
          />
        </div>
      )}
      {stats && stats.total > 0 && <Distribution stats={stats} />}
      {stats?.total === 0 && <p className={styles.none}>{t('reviews.none')}</p>}
      {reviews.map((review) => (
        <ReviewItem
          key={review.id}
          review={review}
          product={id}
          deletable={user?.id === review.user.id || user?.role === 'ADMIN'}
        />
      ))}
      {query.hasNextPage && (
        <div className={styles.more}>
          <Button small disabled={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
            {t('reviews.more')}
          </Button>
        </div>
      )}
      {!pending && <OwnReview product={id} user={user} />}
    </Panel>
  )
}

/** Returns the key of the text for a server that refused the call, or for one that could not be reached. */
const loadErrorKey = (error: Error) =>
  error instanceof ApiError && error.status > 0 ? 'reviews.failedFetch' : 'reviews.failedLoad'

function Distribution({ stats }: { stats: ReviewStats }) {
  const { t, format } = useText()
  const average = stats.averageRating ?? 0
  return (
    <div className={styles.stats}>
      <div className={styles.average}>
        <span aria-hidden="true">
          <bdi dir="ltr">{average.toFixed(1)}</bdi>
        </span>
        <Stars value={average} />
      </div>
      <ul className={styles.bars} aria-label={t('reviews.distribution')}>
        {[5, 4, 3, 2, 1].map((stars) => {
          const count = stats.distribution[stars] ?? 0
          return (
            <li key={stars} style={{ '--share': `${(count / stats.total) * 100}%` } as CSSProperties}>
              <span className="sr">
                {t('reviews.starsCount', { count, n: format.count(count), stars: format.count(stars) })}
              </span>
              <span aria-hidden="true">
                <bdi dir="ltr">{stars} ★</bdi>
              </span>
              <span className={styles.track} aria-hidden="true">
                <i />
              </span>
              <span className={styles.count} aria-hidden="true">
                <bdi dir="ltr">{format.count(count)}</bdi>
              </span>
            </li>
          )
        })}
      </ul>
    </div>
  )
}
