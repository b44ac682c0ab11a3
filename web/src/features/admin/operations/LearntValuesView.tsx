import { useQuery, useQueryClient } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { createColumnHelper, useTable } from '@tanstack/react-table'
import { useText } from '~/i18n/useText'
import { Pager } from '~/lib/pager/Pager'
import { useToasts } from '~/lib/toasts'
import { useSubmit } from '~/lib/useSubmit'
import { Button } from '~/ui/Button'
import { Chip } from '~/ui/Chip'
import { Empty } from '~/ui/Empty'
import { ErrorAlert } from '~/ui/ErrorAlert'
import { noteClass } from '~/ui/Panel'
import { Spinner } from '~/ui/Spinner'
import styles from '../shared/Admin.module.css'
import { adminFeatures, type AdminFeatures } from '../table/adminTable'
import { DataTable } from '../table/DataTable'
import { FirstPageLink } from '../table/FirstPageLink'
import {
  allLearntValueQueries,
  decideLearntValue,
  LEARNT_VALUES_PER_PAGE,
  learntSpecs,
  learntStates,
  learntValuesQuery,
  type LearntValue,
} from './learntValues'
import { MESSAGE_TIME } from '../shared/messageTime'
import { Timestamp } from '../table/Timestamp'
import { useAdminErrorText } from '../shared/useAdminErrorText'

const route = getRouteApi('/admin')
const none: LearntValue[] = []

const column = createColumnHelper<AdminFeatures, LearntValue>()
const columns = column.columns([
  column.display({
    id: 'value',
    meta: { label: 'admin.learnt.value', unnamed: true },
    cell: ({ row }) => <ValueCell learnt={row.original} />,
  }),
  column.display({
    id: 'spec',
    meta: { label: 'admin.learnt.spec' },
    cell: ({ row }) => <SpecName spec={row.original.spec} />,
  }),
  column.display({
    id: 'state',
    meta: { label: 'admin.learnt.state' },
    cell: ({ row }) => <StateChip state={row.original.state} />,
  }),
  column.display({
    id: 'offers',
    meta: { label: 'admin.learnt.offers', amount: true },
    cell: ({ row }) => <Count of={row.original.offers} />,
  }),
  column.display({
    id: 'since',
    meta: { label: 'admin.learnt.firstSeen' },
    cell: ({ row }) => <Timestamp at={row.original.firstSeen} />,
  }),
  column.display({
    id: 'actions',
    meta: { label: 'admin.learnt.actions', unnamed: true, head: 'none' },
    cell: ({ row }) => <Buttons learnt={row.original} />,
  }),
])

/** Chips, sockets and kinds of memory that titles name and no table lists, with buttons that confirm or reject them. */
export function LearntValuesView() {
  const { t } = useText()
  const errorText = useAdminErrorText()
  const page = route.useSearch().page ?? 1
  const { data, error, refetch } = useQuery(learntValuesQuery(page))
  const rows = data?.values ?? none
  const table = useTable({
    features: adminFeatures,
    columns,
    data: rows,
    getRowId: ({ spec, value }) => `${spec} ${value}`,
    manualSorting: true,
    enableSorting: false,
  })
  return (
    <>
      <p className={noteClass}>{t('admin.learnt.text')}</p>
      {error && <ErrorAlert text={errorText(error, t('admin.learnt.failed'))} onRetry={() => void refetch()} />}
      {!data && !error && <Spinner label={t('admin.loading')} />}
      {data && rows.length === 0 && <Empty title={t('admin.learnt.empty')}>{page > 1 && <FirstPageLink />}</Empty>}
      {rows.length > 0 && <DataTable label={t('admin.operations.view.learnt')} table={table} />}
      {data && <Pager page={page} pages={Math.ceil(data.total / LEARNT_VALUES_PER_PAGE)} />}
    </>
  )
}

function ValueCell({ learnt: { value, title } }: { learnt: LearntValue }) {
  return (
    <span>
      <bdi dir="ltr">{value}</bdi>
      {title !== null && (
        <small className={styles.below} dir="auto">
          {title}
        </small>
      )}
    </span>
  )
}

function SpecName({ spec }: { spec: string }) {
  const { t } = useText()
  const known = learntSpecs.find((one) => one === spec)
  return <>{known ? t(`admin.learnt.specOf.${known}`) : spec}</>
}

function StateChip({ state }: { state: string }) {
  const { t } = useText()
  const known = learntStates.find((one) => one === state)
  const kind = known === 'CONFIRMED' ? 'ok' : known === 'REJECTED' ? 'error' : 'unknown'
  return <Chip kind={kind}>{known ? t(`admin.learnt.stateOf.${known}`) : state}</Chip>
}

function Count({ of }: { of: number }) {
  const { format } = useText()
  return <>{format.count(of)}</>
}

function Buttons({ learnt }: { learnt: LearntValue }) {
  const { t } = useText()
  const errorText = useAdminErrorText()
  const showToast = useToasts((state) => state.show)
  const queryClient = useQueryClient()
  const { value, state } = learnt
  const change = useSubmit({
    mutationFn: (decision: 'confirm' | 'reject') => decideLearntValue(learnt, decision),
    onSuccess: (_, decision) =>
      showToast(
        t(decision === 'confirm' ? 'admin.learnt.confirmed' : 'admin.learnt.rejected', { value }),
        MESSAGE_TIME,
      ),
    onError: (error) => showToast(errorText(error, t('admin.learnt.decideFailed')), MESSAGE_TIME),
    onSettled: () => queryClient.invalidateQueries(allLearntValueQueries),
  })
  return (
    <span className={styles.actions}>
      {state !== 'CONFIRMED' && (
        <Button
          small
          kind="outline"
          icon="check"
          disabled={change.isPending}
          aria-label={t('admin.learnt.confirmOf', { value })}
          onClick={() => change.mutate('confirm')}
        >
          {t('admin.learnt.confirm')}
        </Button>
      )}
      {state !== 'REJECTED' && (
        <Button
          small
          kind="danger"
          icon="x"
          disabled={change.isPending}
          aria-label={t('admin.learnt.rejectOf', { value })}
          onClick={() => change.mutate('reject')}
        >
          {t('admin.learnt.reject')}
        </Button>
      )}
    </span>
  )
}
