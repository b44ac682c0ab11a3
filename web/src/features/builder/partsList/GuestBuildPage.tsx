import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { ApiError, client, readBody } from '~/api/client'
import { addressToShare } from '~/i18n/language'
import { useText } from '~/i18n/useText'
import { listPieces } from '~/lib/build'
import { ButtonLink } from '~/lib/ButtonLink'
import { useErrorText } from '~/lib/useErrorText'
import { Empty } from '~/ui/Empty'
import { ErrorAlert } from '~/ui/ErrorAlert'
import { Page } from '~/ui/Page'
import { Loading, Skeleton } from '~/ui/Skeleton'
import { PartsList } from './PartsList'
import styles from './PartsList.module.css'

const route = getRouteApi('/b/$code')

const isGone = (error: unknown): boolean => error instanceof ApiError && error.status === 404

/** The build behind a guest's short link, for everyone who has the link. */
export default function GuestBuildPage() {
  const { t, format } = useText()
  const errorText = useErrorText()
  const { code } = route.useParams()
  const { data, error, refetch } = useQuery({
    queryKey: ['guestBuild', code],
    queryFn: ({ signal }) =>
      readBody(client.GET('/api/guest-builds/{code}', { params: { path: { code } }, signal }), {
        parts: [{ productId: '', quantity: 0 }],
      }),
    retry: (count, failure) => count < 2 && !isGone(failure),
  })
  if (isGone(error)) {
    return (
      <Page title={t('builds.notFound')}>
        <Empty level={1} title={t('builds.notFound')} text={t('share.goneText')}>
          <ButtonLink to="/" kind="filled">
            {t('later.toBuilder')}
          </ButtonLink>
        </Empty>
      </Page>
    )
  }
  return (
    <Page title={data?.name ?? t('partsList.title')}>
      {error && <ErrorAlert text={errorText(error, t('builds.openFailed'))} onRetry={() => void refetch()} />}
      {!data && !error && (
        <Loading label={t('listing.loading')}>
          <Skeleton height="12rem" />
        </Loading>
      )}
      {data && data.gone > 0 && (
        <p className={styles.unknown}>{t('share.gone', { count: data.gone, n: format.count(data.gone) })}</p>
      )}
      {data && (
        <PartsList
          named={listPieces(data.parts.map(({ productId: id, quantity }) => ({ id, quantity })))}
          name={data.name}
          link={addressToShare(`/b/${data.code}`)}
        />
      )}
    </Page>
  )
}
