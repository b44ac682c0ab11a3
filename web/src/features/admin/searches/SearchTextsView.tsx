import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import { createColumnHelper, useTable } from '@tanstack/react-table'
import { useText } from '~/i18n/useText'
import { Pager } from '~/lib/pager/Pager'
import { Empty } from '~/ui/Empty'
import { ErrorAlert } from '~/ui/ErrorAlert'
import { SelectField } from '~/ui/Field'
import { noteClass } from '~/ui/Panel'
import { Spinner } from '~/ui/Spinner'
import styles from '../shared/Admin.module.css'
import { adminFeatures, type AdminFeatures } from '../table/adminTable'
import { CountNote } from '../table/CountNote'
import { CsvButton } from '../table/CsvButton'
import { DataTable } from '../table/DataTable'
import { FirstPageLink } from '../table/FirstPageLink'
import {
  loadSearchRows,
  searchesQuery,
  searchLists,
  SEARCHES_PER_PAGE,
  type SearchedText,
  type SearchFilter,
} from './searches'
import { useAdminErrorText } from '../shared/useAdminErrorText'

const route = getRouteApi('/admin')
const none: SearchedText[] = []

const column = createColumnHelper<AdminFeatures, SearchedText>()
const columns = column.columns([
  column.display({
    id: 'text',
    meta: { label: 'admin.searches.text', unnamed: true },
    cell: ({ row }) => <TextCell searched={row.original} />,
  }),
  column.display({
    id: 'searches',
    meta: { label: 'admin.searches.searches', amount: true },
    cell: ({ row }) => <Count of={row.original.searches} />,
  }),
  column.display({
    id: 'empty',
    meta: { label: 'admin.searches.emptySearches', amount: true },
    cell: ({ row }) => <Count of={row.original.emptySearches} />,
  }),
  column.display({
    id: 'results',
    meta: { label: 'admin.searches.results', amount: true },
    cell: ({ row }) => <Count of={row.original.results} />,
  }),
  column.display({
    id: 'clicks',
    meta: { label: 'admin.searches.clicks', amount: true },
    cell: ({ row }) => <Count of={row.original.clicks} />,
  }),
  column.display({
    id: 'rank',
    meta: { label: 'admin.searches.meanRank', amount: true },
    cell: ({ row }) => <MeanRank of={row.original.meanRank} />,
  }),
  column.display({
    id: 'actions',
    meta: { label: 'admin.searches.addRule', unnamed: true, head: 'none' },
    cell: ({ row }) => <RuleLink text={row.original.text} />,
  }),
])

/** The texts that visitors search, with what was understood of each. */
export function SearchTextsView() {
  const { t } = useText()
  const errorText = useAdminErrorText()
  const search = route.useSearch()
  const list = searchLists.find((one) => one === search.state) ?? 'all'
  const filter: SearchFilter = { list, from: search.from, until: search.until }
  const page = search.page ?? 1
  const { data, error, refetch } = useQuery(searchesQuery(filter, page))
  const rows = data?.searches ?? none
  const table = useTable({
    features: adminFeatures,
    columns,
    data: rows,
    getRowId: ({ text, language }) => `${language} ${text}`,
    manualSorting: true,
    enableSorting: false,
  })
  return (
    <>
      <p className={noteClass}>{t('admin.searches.note')}</p>
      <SearchTools filter={filter} total={data?.total} />
      {error && <ErrorAlert text={errorText(error, t('admin.searches.failed'))} onRetry={() => void refetch()} />}
      {!data && !error && <Spinner label={t('admin.loading')} />}
      {data && rows.length === 0 && <Empty title={t('admin.searches.empty')}>{page > 1 && <FirstPageLink />}</Empty>}
      {rows.length > 0 && <DataTable label={t('admin.searches.view.texts')} table={table} />}
      {data && <Pager page={page} pages={Math.ceil(data.total / SEARCHES_PER_PAGE)} />}
    </>
  )
}

function SearchTools({ filter, total }: { filter: SearchFilter; total: number | undefined }) {
  const { t, format } = useText()
  const navigate = useNavigate()
  const { list, from, until } = filter
  const show = (change: { state?: string; from?: string; until?: string }) =>
    void navigate({ to: '/admin', search: { tab: 'searches', state: list, from, until, ...change } })
  return (
    <div className={styles.tools}>
      <SelectField
        label={t('admin.searches.list')}
        value={list}
        options={searchLists.map((value) => ({ value, label: t(`admin.searches.listOf.${value}`) }))}
        onChange={(state) => show({ state })}
      />
      {(['from', 'until'] as const).map((end) => (
        <label key={end} className={styles.option}>
          {t(`admin.searches.${end}`)}
          <input
            type="date"
            className={styles.input}
            value={filter[end] ?? ''}
            onChange={(event) => show({ [end]: event.target.value || undefined })}
          />
        </label>
      ))}
      <span className={styles.grow} />
      <CsvButton name="searches" load={loadSearchRows(filter)} />
      <CountNote loaded={total !== undefined}>
        {t('admin.searches.count', { count: total ?? 0, n: format.count(total ?? 0) })}
      </CountNote>
    </div>
  )
}

function TextCell({ searched }: { searched: SearchedText }) {
  const { t, format } = useText()
  const { text, language, understood, unknownWords, nextTexts } = searched
  const lines = [
    understood.length > 0 &&
      t('admin.searches.understood', { parts: format.list(understood.map(({ label }) => label)) }),
    unknownWords.length > 0 && t('admin.searches.unknownWords', { words: format.list(unknownWords) }),
    nextTexts.length > 0 && t('admin.searches.nextTexts', { texts: format.list(nextTexts) }),
  ]
  return (
    <span>
      <Link to="/search" search={{ q: text }}>
        <bdi dir="auto">{text}</bdi>
      </Link>
      <small className={styles.below}>{t(`admin.searches.language.${language}`)}</small>
      {lines.map(
        (line) =>
          line !== false && (
            <small key={line} className={styles.below}>
              {line}
            </small>
          ),
      )}
    </span>
  )
}

function Count({ of }: { of: number }) {
  const { format } = useText()
  return <>{format.count(of)}</>
}

function MeanRank({ of }: { of: number | null }) {
  const { t, format } = useText()
  return <>{of === null ? t('admin.nothing') : format.decimal(Math.round(of * 10) / 10)}</>
}

function RuleLink({ text }: { text: string }) {
  const { t } = useText()
  return (
    <Link
      to="/admin"
      search={{ tab: 'searches', view: 'rules', q: text }}
      aria-label={t('admin.searches.addRuleFor', { text })}
    >
      {t('admin.searches.addRule')}
    </Link>
  )
}
