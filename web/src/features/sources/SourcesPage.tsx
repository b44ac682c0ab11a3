import { useQuery } from '@tanstack/react-query'
import { sourcesQuery } from '~/api/queries'
import type { Source } from '~/api/wire'
import { useText } from '~/i18n/useText'
import { ErrorAlert } from '~/ui/ErrorAlert'
import { Page } from '~/ui/Page'
import { Panel } from '~/ui/Panel'
import { Loading, Skeleton } from '~/ui/Skeleton'
import { useErrorText } from '~/lib/useErrorText'
import styles from './Sources.module.css'

/** The sources of the product facts, with the notices that they require. */
export default function SourcesPage() {
  const { t } = useText()
  const errorText = useErrorText()
  const { data, error, isPending, refetch } = useQuery(sourcesQuery)
  return (
    <Page title={t('sources.title')}>
      <header className={styles.head}>
        <h1>{t('sources.title')}</h1>
        <p>{t('sources.text')}</p>
      </header>
      {isPending && (
        <Loading label={t('listing.loading')}>
          <Skeleton height="6rem" />
        </Loading>
      )}
      {error && <ErrorAlert text={errorText(error, t('sources.failed'))} onRetry={() => void refetch()} />}
      {data?.sources.length === 0 && <p>{t('sources.none')}</p>}
      <div className={styles.sources}>
        {data?.sources.map((source) => (
          <SourcePanel key={source.slug} source={source} />
        ))}
      </div>
    </Page>
  )
}

function SourcePanel({ source }: { source: Source }) {
  const { t } = useText()
  return (
    <Panel title={source.name}>
      <div className={styles.source}>
        {source.attribution ? (
          <p>
            <bdi dir="ltr" lang="en">
              {source.attribution}
            </bdi>
          </p>
        ) : (
          <p>{t('sources.noNotice')}</p>
        )}
        {source.url && (
          <a href={source.url} rel="noopener nofollow">
            {t('sources.visit', { source: source.name })}
          </a>
        )}
      </div>
    </Panel>
  )
}
