import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { Suspense, useState } from 'react'
import { settingsQuery } from '~/api/ownData'
import { withTexts } from '~/i18n'
import { useText } from '~/i18n/useText'
import { BUILDS_PER_PAGE, MAX_COMPARED_BUILDS, myBuildsQuery } from '~/lib/accountBuilds'
import { ButtonLink } from '~/lib/ButtonLink'
import { Empty } from '~/ui/Empty'
import { ErrorAlert } from '~/ui/ErrorAlert'
import { RequireSession } from '~/lib/session/RequireSession'
import { lazyPiece } from '~/ui/lazyPiece'
import { Loading, Skeleton } from '~/ui/Skeleton'
import { useErrorText } from '~/lib/useErrorText'
import { BuildCard } from './BuildCard'
import styles from './Builds.module.css'

// Most users have a single page of builds.
const Pager = lazyPiece(
  withTexts(['catalogue'], () => import('~/lib/pager/Pager')),
  'Pager',
)

const route = getRouteApi('/my-builds')
/** The user's saved builds. */
export default function MyBuildsPage() {
  const { t } = useText()
  return (
    <RequireSession title={t('builds.title')}>
      <MyBuilds />
    </RequireSession>
  )
}

function MyBuilds() {
  const { t, format } = useText()
  const errorText = useErrorText()
  const page = route.useSearch().page ?? 1
  const { data, error, refetch } = useQuery(myBuildsQuery(page))
  const settings = useQuery(settingsQuery)
  const [picked, setPicked] = useState<string[]>([])
  if (data?.total === 0) {
    return (
      <Empty level={1} title={t('builds.emptyTitle')} text={t('builds.emptyText')}>
        <ButtonLink to="/" kind="filled">
          {t('builds.start')}
        </ButtonLink>
      </Empty>
    )
  }
  const sharingOff = settings.data?.allowBuildSharing === false
  return (
    <>
      <div className={styles.head}>
        <div>
          <h1>{t('builds.title')}</h1>
          {data && <p>{t('builds.count', { count: data.total, n: format.count(data.total) })}</p>}
        </div>
        <div className={styles.compare}>
          <span>{t('builds.compareHint')}</span>
          <ButtonLink to="/my-builds/compare" search={{ ids: picked }} icon="compare" disabled={picked.length < 2}>
            {t('builds.compareNow', { n: format.count(picked.length) })}
          </ButtonLink>
        </div>
      </div>
      {sharingOff && <p className={styles.notice}>{t('builds.sharingOff')}</p>}
      {error && <ErrorAlert text={errorText(error, t('builds.loadFailed'))} onRetry={() => void refetch()} />}
      {data ? (
        <>
          <h2 className="sr">{t('builds.list')}</h2>
          <ul className={styles.cards}>
            {data.builds.map((build) => (
              <BuildCard
                key={build.id}
                build={build}
                picked={picked.includes(build.id)}
                full={picked.length >= MAX_COMPARED_BUILDS}
                onPick={(pick) => setPicked(pick ? [...picked, build.id] : picked.filter((id) => id !== build.id))}
              />
            ))}
          </ul>
          {data.total > BUILDS_PER_PAGE && (
            <Suspense>
              <Pager page={page} pages={Math.ceil(data.total / BUILDS_PER_PAGE)} />
            </Suspense>
          )}
        </>
      ) : (
        !error && (
          <Loading label={t('builds.loading')}>
            <Skeleton height="14rem" />
          </Loading>
        )
      )}
    </>
  )
}
