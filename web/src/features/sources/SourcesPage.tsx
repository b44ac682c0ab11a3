import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { retailersQuery, sourcesQuery } from '~/api/queries'
import type { Source } from '~/api/wire'
import { useText } from '~/i18n/useText'
import { ErrorAlert } from '~/ui/ErrorAlert'
import { Page } from '~/ui/Page'
import { Panel } from '~/ui/Panel'
import { SourceNotice } from '~/ui/SourceNotice'
import { RetailerLabel } from '~/ui/RetailerLabel'
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
      {/* The shops stand below the sources: shown before them, they would move. */}
      {!isPending && (
        <div className={styles.sources}>
          {data?.sources.map((source) => (
            <SourcePanel key={source.slug} source={source} />
          ))}
          <ShopsPanel />
        </div>
      )}
    </Page>
  )
}

/** The shops that prices and stock come from. */
function ShopsPanel() {
  const { t } = useText()
  const { data } = useQuery(retailersQuery)
  if (!data || data.retailers.length === 0) return null
  const marked = data.retailers.some(({ affiliate }) => affiliate)
  return (
    <Panel title={t('sources.shops')}>
      <ul className={styles.shops}>
        {data.retailers.map(({ slug, name, affiliate }) => (
          <li key={slug}>
            <Link to="/shop/$slug" params={{ slug }}>
              <RetailerLabel slug={slug} name={name} />
            </Link>
            {affiliate && <small> {t('sources.affiliate')}</small>}
          </li>
        ))}
      </ul>
      {marked && <p className={styles.source}>{t('sources.affiliateNote')}</p>}
    </Panel>
  )
}

function SourcePanel({ source }: { source: Source }) {
  const { t } = useText()
  return (
    <Panel title={source.name}>
      {(source.attribution ?? source.url) && (
        <div className={styles.source}>
          {source.attribution && (
            <p>
              <SourceNotice notice={source.attribution} />
            </p>
          )}
          {source.url && (
            <a href={source.url} rel="noopener nofollow">
              {t('sources.visit', { source: source.name })}
            </a>
          )}
        </div>
      )}
    </Panel>
  )
}
