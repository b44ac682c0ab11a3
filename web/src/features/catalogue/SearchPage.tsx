import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { searchQuery } from '~/api/queries'
import type { SearchAnswer } from '~/api/wire'
import { useText } from '~/i18n/useText'
import { sorts, withoutEmpty, type ListingSearch } from '~/lib/listingSearch'
import { RemovableChip } from '~/ui/Chip'
import { ButtonLink } from '~/ui/Button'
import { Empty } from '~/ui/Empty'
import { Page } from '~/ui/Page'
import styles from './Listing.module.css'
import { ListingView } from './ListingView'

const route = getRouteApi('/search')
const searchSorts = ['relevance', ...sorts] as const

/** What was found for the words in the URL. */
export default function SearchPage() {
  const { t, format } = useText()
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const query = useQuery(searchQuery(search))
  if (!search.q) {
    return (
      <Page title={t('search.label')}>
        <Empty level={1} title={t('search.prompt')} text={t('search.promptText')}>
          <ButtonLink to="/products">{t('later.toProducts')}</ButtonLink>
        </Empty>
      </Page>
    )
  }
  const { data } = query
  return (
    <Page title={search.q}>
      <div className={styles.head}>
        <h1>
          {t('search.showing')} <q><bdi>{search.q}</bdi></q>
        </h1>
        <p role="status">{data && t('search.results', { count: data.total, n: format.count(data.total) })}</p>
      </div>
      <ListingView
        query={query}
        search={search}
        onChange={(next, replace) => void navigate({ search: next, replace, resetScroll: false })}
        sorts={searchSorts}
        defaultSort="relevance"
        none={<NothingFound />}
      >
        {data && <Reading answer={data} search={search} />}
      </ListingView>
    </Page>
  )
}

function NothingFound() {
  const { t } = useText()
  return (
    <Empty title={t('search.noneTitle')} text={t('search.noneText')}>
      <ButtonLink to="/products">{t('later.toProducts')}</ButtonLink>
    </Empty>
  )
}

/** How the query was read: never silently. A chip's cross takes its words literally. */
function Reading({ answer, search }: { answer: SearchAnswer; search: ListingSearch }) {
  const { t } = useText()
  const navigate = route.useNavigate()
  const literally = (words: string) =>
    void navigate({ search: withoutEmpty({ ...search, literal: [...(search.literal ?? []), words], page: undefined } as ListingSearch) })
  return (
    <>
      {answer.corrected && (
        <p className={styles.understood}>
          <span>
            {t('search.corrected')} <q><bdi>{answer.corrected}</bdi></q> {t('search.insteadOf')} <q><bdi>{search.q}</bdi></q>
          </span>
        </p>
      )}
      {answer.understood.length > 0 && (
        <div className={styles.understood}>
          <span>{t('search.understood')}</span>
          {answer.understood.map((one) => (
            <RemovableChip key={one.words} accent removeLabel={t('search.searchLiterally', { words: one.words })} onRemove={() => literally(one.words)}>
              <bdi>{one.label}</bdi>
            </RemovableChip>
          ))}
        </div>
      )}
      {answer.dropped.length > 0 && (
        <p className={styles.understood}>
          {t('search.dropped')} <bdi>{answer.dropped.join(' ')}</bdi>
        </p>
      )}
    </>
  )
}
