import { useQuery, useQueryClient } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { createColumnHelper, useTable } from '@tanstack/react-table'
import { useText } from '~/i18n/useText'
import { useToasts } from '~/lib/toasts'
import { Button } from '~/ui/Button'
import { Chip } from '~/ui/Chip'
import { Empty } from '~/ui/Empty'
import { ErrorAlert } from '~/ui/ErrorAlert'
import { Pager } from '~/lib/pager/Pager'
import { UnknownValue } from '~/ui/Price'
import { Spinner } from '~/ui/Spinner'
import styles from '../shared/Admin.module.css'
import { adminFeatures, type AdminFeatures } from '../table/adminTable'
import { useCrawlProblemText } from '../retailers/crawlProblems'
import { DataTable } from '../table/DataTable'
import { FirstPageLink } from '../table/FirstPageLink'
import { useJobKindName } from './jobKinds'
import { JobTools } from './JobTools'
import { MESSAGE_TIME } from '../shared/messageTime'
import {
  allOperationsQueries,
  cancelJobs,
  jobsQuery,
  jobStates,
  OPERATIONS_PER_PAGE,
  retryJobs,
  type JobFilter,
  type ListedJob,
} from '../shared/operations'
import { ShopLabel } from '../shared/ShopLabel'
import { useFailureText, useAdminErrorText, type Failure } from '../shared/useAdminErrorText'
import { Timestamp } from '../table/Timestamp'
import { useSubmit } from '~/lib/useSubmit'

const route = getRouteApi('/admin')
const none: ListedJob[] = []

const column = createColumnHelper<AdminFeatures, ListedJob>()
const columns = column.columns([
  column.display({
    id: 'kind',
    meta: { label: 'admin.operations.kind' },
    cell: ({ row }) => <Kind kind={row.original.kind} />,
  }),
  column.display({
    id: 'about',
    meta: { label: 'admin.operations.about' },
    cell: ({ row }) => <PayloadText job={row.original} />,
  }),
  column.display({
    id: 'state',
    meta: { label: 'admin.operations.jobStateHead' },
    cell: ({ row }) => <StateChip state={row.original.state} />,
  }),
  column.display({
    id: 'attempts',
    meta: { label: 'admin.operations.attempts', amount: true },
    cell: ({ row }) => <bdi dir="ltr">{`${row.original.attempts}/${row.original.maxAttempts}`}</bdi>,
  }),
  column.display({
    id: 'due',
    meta: { label: 'admin.operations.due' },
    cell: ({ row }) => <Timestamp at={row.original.finishedAt ?? row.original.runAt} />,
  }),
  column.display({
    id: 'error',
    meta: { label: 'admin.operations.error' },
    cell: ({ row }) => <LastError job={row.original} />,
  }),
  column.display({
    id: 'actions',
    meta: { label: 'admin.operations.actions', unnamed: true, head: 'none' },
    cell: ({ row }) => <JobActions job={row.original} />,
  }),
])

/** The background jobs, with buttons that retry or cancel them. */
export function JobsView() {
  const { t } = useText()
  const errorText = useAdminErrorText()
  const search = route.useSearch()
  const page = search.page ?? 1
  const filter: JobFilter = {
    state: jobStates.find((one) => one === search.state),
    kind: search.kind,
    retailer: search.retailer,
  }
  const { data, error, refetch } = useQuery(jobsQuery(filter, page))
  const jobs = data?.jobs ?? none
  const table = useTable({
    features: adminFeatures,
    columns,
    data: jobs,
    getRowId: ({ id }) => id,
    manualSorting: true,
    enableSorting: false,
  })
  return (
    <>
      <JobTools filter={filter} />
      {error && <ErrorAlert text={errorText(error, t('admin.operations.jobsFailed'))} onRetry={() => void refetch()} />}
      {!data && !error && <Spinner label={t('admin.loading')} />}
      {data && jobs.length === 0 && (
        <Empty title={t('admin.operations.jobsEmpty')}>{page > 1 && <FirstPageLink />}</Empty>
      )}
      {jobs.length > 0 && <DataTable label={t('admin.operations.view.jobs')} table={table} />}
      {data && <Pager page={page} pages={Math.ceil(data.total / OPERATIONS_PER_PAGE)} />}
    </>
  )
}

function Kind({ kind }: { kind: string }) {
  return <>{useJobKindName()(kind)}</>
}

function PayloadText({ job: { payload } }: { job: ListedJob }) {
  const { retailer, ...rest } = payload as Record<string, unknown>
  const values = Object.values(rest).filter((value) => typeof value === 'string')
  if (typeof retailer !== 'string' && values.length === 0) return <UnknownValue />
  return (
    <span>
      {typeof retailer === 'string' && <ShopLabel slug={retailer} />} <bdi dir="ltr">{values.join(', ')}</bdi>
    </span>
  )
}

function LastError({ job: { lastError, problem } }: { job: ListedJob }) {
  const problemText = useCrawlProblemText()
  return lastError === null ? <UnknownValue /> : <bdi dir="auto">{problemText(problem, lastError)}</bdi>
}

const chipKinds = { QUEUED: 'fact', RUNNING: 'accent', DONE: 'ok', PARKED: 'error', CANCELLED: 'unknown' } as const

function StateChip({ state }: { state: string }) {
  const { t } = useText()
  const known = jobStates.find((one) => one === state)
  return <Chip kind={known && chipKinds[known]}>{known ? t(`admin.operations.jobState.${known}`) : state}</Chip>
}

function JobActions({ job: { id, kind, state } }: { job: ListedJob }) {
  const { t } = useText()
  const name = useJobKindName()(kind)
  const errorText = useAdminErrorText()
  const failureText = useFailureText()
  const showToast = useToasts((toasts) => toasts.show)
  const queryClient = useQueryClient()
  const change = useSubmit({
    mutationFn: async (retry: boolean): Promise<{ failed: Failure[] }> =>
      retry ? await retryJobs([id]) : await cancelJobs([id]),
    onSuccess: ({ failed: [failed] }, retry) =>
      showToast(
        failed ? failureText(failed) : t(retry ? 'admin.operations.retried' : 'admin.operations.cancelled'),
        MESSAGE_TIME,
      ),
    onError: (error) => showToast(errorText(error, t('admin.operations.jobFailed')), MESSAGE_TIME),
    onSettled: () => queryClient.invalidateQueries(allOperationsQueries),
  })
  const isOpen = state === 'QUEUED' || state === 'PARKED'
  return (
    <span className={styles.buttons}>
      {(isOpen || state === 'CANCELLED') && (
        <Button
          small
          disabled={change.isPending}
          aria-label={t('admin.operations.retryOf', { kind: name })}
          onClick={() => change.mutate(true)}
        >
          {t('admin.operations.retry')}
        </Button>
      )}
      {isOpen && (
        <Button
          small
          kind="quiet"
          disabled={change.isPending}
          aria-label={t('admin.operations.cancelOf', { kind: name })}
          onClick={() => change.mutate(false)}
        >
          {t('admin.operations.cancelJob')}
        </Button>
      )}
    </span>
  )
}
