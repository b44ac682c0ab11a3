import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import { createColumnHelper, useTable } from '@tanstack/react-table'
import { createContext, useContext, useState, type FormEvent } from 'react'
import { useText } from '~/i18n/useText'
import { Pager } from '~/lib/pager/Pager'
import { Button } from '~/ui/Button'
import { Empty } from '~/ui/Empty'
import { ErrorAlert } from '~/ui/ErrorAlert'
import { SearchField, SelectField } from '~/ui/Field'
import { UnknownValue } from '~/ui/Price'
import { Spinner } from '~/ui/Spinner'
import styles from '../shared/Admin.module.css'
import { adminFeatures, type AdminFeatures } from '../table/adminTable'
import { CountCell } from '../table/CountCell'
import { CountNote } from '../table/CountNote'
import { DataTable } from '../table/DataTable'
import { DeleteReviewDialog } from './DeleteReviewDialog'
import { FirstPageLink } from '../table/FirstPageLink'
import { ratings, REVIEWS_PER_PAGE, reviewsQuery, type ListedReview, type ReviewFilter } from './reviews'
import { Timestamp } from '../table/Timestamp'
import { useAdminErrorText } from '../shared/useAdminErrorText'

const route = getRouteApi('/admin')
const none: ListedReview[] = []

/** Opens the dialog that deletes a review. */
const OpenDialogContext = createContext<(review: ListedReview) => void>(() => undefined)

const column = createColumnHelper<AdminFeatures, ListedReview>()
const columns = column.columns([
  column.display({
    id: 'date',
    meta: { label: 'admin.reviews.date' },
    cell: ({ row }) => <Timestamp at={row.original.updatedAt} />,
  }),
  column.display({
    id: 'product',
    meta: { label: 'admin.reviews.product' },
    cell: ({ row }) => (
      <Link to="/product/$productId" params={{ productId: row.original.productId }}>
        <bdi dir="auto">{row.original.productName}</bdi>
      </Link>
    ),
  }),
  column.display({
    id: 'user',
    meta: { label: 'admin.reviews.user' },
    cell: ({ row }) => <bdi>{row.original.userName}</bdi>,
  }),
  column.display({
    id: 'rating',
    meta: { label: 'admin.reviews.rating' },
    cell: ({ row }) => <CountCell value={row.original.rating} />,
  }),
  column.display({
    id: 'comment',
    meta: { label: 'admin.reviews.comment' },
    cell: ({ row }) =>
      row.original.comment === null ? <UnknownValue /> : <bdi dir="auto">{row.original.comment}</bdi>,
  }),
  column.display({
    id: 'actions',
    meta: { label: 'admin.reviews.actions', unnamed: true, head: 'none' },
    cell: ({ row }) => <DeleteButton review={row.original} />,
  }),
])

/** The reviews of all products, which administrators delete with a reason. */
export function ReviewsTab() {
  const { t, format } = useText()
  const errorText = useAdminErrorText()
  const navigate = useNavigate()
  const search = route.useSearch()
  const filter: ReviewFilter = {
    rating: ratings.find((one) => one === search.rating),
    comment: search.comment === 'true' || search.comment === 'false' ? search.comment : undefined,
    q: search.q,
    page: search.page ?? 1,
  }
  const { data, error, refetch } = useQuery(reviewsQuery(filter))
  const [deleting, setDeleting] = useState<ListedReview | null>(null)
  const reviews = data?.reviews ?? none
  const table = useTable({
    features: adminFeatures,
    columns,
    data: reviews,
    getRowId: ({ id }) => id,
    manualSorting: true,
    enableSorting: false,
  })
  const show = (change: Partial<ReviewFilter>) => {
    const { rating, comment, q } = { ...filter, ...change }
    void navigate({ to: '/admin', search: { tab: 'reviews', rating, comment, q } })
  }
  return (
    <OpenDialogContext value={setDeleting}>
      <div className={styles.tools}>
        <ReviewFilters key={filter.q} filter={filter} onChange={show} />
        <span className={styles.grow} />
        <CountNote loaded={data !== undefined}>
          {t('admin.reviews.count', { count: data?.total ?? 0, n: format.count(data?.total ?? 0) })}
        </CountNote>
      </div>
      {error && <ErrorAlert text={errorText(error, t('admin.reviews.failed'))} onRetry={() => void refetch()} />}
      {!data && !error && <Spinner label={t('admin.loading')} />}
      {data && reviews.length === 0 && (
        <Empty title={t('admin.reviews.empty')}>{filter.page > 1 && <FirstPageLink />}</Empty>
      )}
      {reviews.length > 0 && <DataTable label={t('admin.tab.reviews')} table={table} />}
      {data && <Pager page={filter.page} pages={Math.ceil(data.total / REVIEWS_PER_PAGE)} />}
      {deleting && <DeleteReviewDialog review={deleting} onClose={() => setDeleting(null)} />}
    </OpenDialogContext>
  )
}

type ReviewFiltersProps = { filter: ReviewFilter; onChange: (change: Partial<ReviewFilter>) => void }

function ReviewFilters({ filter, onChange }: ReviewFiltersProps) {
  const { t } = useText()
  const [typed, setTyped] = useState(filter.q ?? '')
  const allOption = { value: '', label: t('admin.all') }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onChange({ q: typed.trim() || undefined })
  }
  return (
    <>
      <SelectField
        label={t('admin.reviews.rating')}
        value={filter.rating ?? ''}
        options={[allOption, ...ratings.map((value) => ({ value: value as string, label: value }))]}
        onChange={(rating) => onChange({ rating: ratings.find((one) => one === rating) })}
      />
      <SelectField
        label={t('admin.reviews.comment')}
        value={filter.comment ?? ''}
        options={[
          allOption,
          { value: 'true', label: t('admin.reviews.withComment') },
          { value: 'false', label: t('admin.reviews.withoutComment') },
        ]}
        onChange={(comment) => onChange({ comment: comment === 'true' || comment === 'false' ? comment : undefined })}
      />
      <form role="search" className={styles.search} onSubmit={submit}>
        <SearchField label={t('admin.reviews.search')} value={typed} onChange={setTyped} />
        <Button type="submit">{t('admin.products.searchButton')}</Button>
      </form>
    </>
  )
}

function DeleteButton({ review }: { review: ListedReview }) {
  const { t } = useText()
  const openDialog = useContext(OpenDialogContext)
  return (
    <Button
      small
      kind="danger"
      aria-label={t('admin.reviews.deleteOf', { name: review.userName })}
      onClick={() => openDialog(review)}
    >
      {t('admin.reviews.delete')}
    </Button>
  )
}
