import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import { createColumnHelper, useTable } from '@tanstack/react-table'
import { createContext, useContext, useState } from 'react'
import { useText } from '~/i18n/useText'
import { Button } from '~/ui/Button'
import { Empty } from '~/ui/Empty'
import { ErrorAlert } from '~/ui/ErrorAlert'
import { Pager } from '~/lib/pager/Pager'
import { noteClass } from '~/ui/Panel'
import { Spinner } from '~/ui/Spinner'
import { adminFeatures, type AdminFeatures } from '../table/adminTable'
import { actionTone, AUDIT_ENTRIES_PER_PAGE, auditQuery, type AuditAction, type AuditFilter } from './audit'
import { AuditChanges } from './AuditChanges'
import { AuditTools } from './AuditTools'
import { DataTable } from '../table/DataTable'
import { ToneChip } from '../table/ToneChip'
import { useActionName, useTargetName } from './auditNames'
import { useAdminErrorText } from '../shared/useAdminErrorText'
import { Timestamp } from '../table/Timestamp'

const route = getRouteApi('/admin')

/** Ids of the expanded entries, and the function that expands or collapses one. */
const ExpandedRows = createContext<{ ids: ReadonlySet<string>; toggle: (id: string) => void }>({
  ids: new Set(),
  toggle: () => undefined,
})

const column = createColumnHelper<AdminFeatures, AuditAction>()
const columns = column.columns([
  column.display({
    id: 'date',
    meta: { label: 'admin.audit.date' },
    cell: ({ row }) => <Timestamp at={row.original.createdAt} />,
  }),
  column.display({
    id: 'admin',
    meta: { label: 'admin.audit.admin' },
    cell: ({ row }) => <bdi>{row.original.admin.name || row.original.admin.email}</bdi>,
  }),
  column.display({
    id: 'action',
    meta: { label: 'admin.audit.action' },
    cell: ({ row }) => <ActionChip action={row.original.actionType} />,
  }),
  column.display({
    id: 'targetType',
    meta: { label: 'admin.audit.targetType' },
    cell: ({ row }) => <TargetName target={row.original.targetType} />,
  }),
  column.display({
    id: 'targetId',
    meta: { label: 'admin.audit.targetName' },
    cell: ({ row }) => <Target action={row.original} />,
  }),
  column.display({
    id: 'changes',
    meta: { label: 'admin.audit.changes', unnamed: true, head: 'none' },
    cell: ({ row }) => <ChangesButton action={row.original} />,
  }),
])
const none: AuditAction[] = []

/** The audit log: who did what to which target, and what changed. */
export function AuditTab() {
  const { t } = useText()
  const errorText = useAdminErrorText()
  const navigate = useNavigate()
  const search = route.useSearch()
  const filter: AuditFilter = {
    action: search.action,
    target: search.target,
    id: search.id,
    admin: search.admin,
    q: search.q,
    from: search.from,
    until: search.until,
    page: search.page ?? 1,
  }
  const { data, error, refetch, isFetching } = useQuery(auditQuery(filter))
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set())
  const toggle = (id: string) =>
    setIds((all) => (all.has(id) ? new Set([...all].filter((one) => one !== id)) : new Set([...all, id])))
  const table = useTable({
    features: adminFeatures,
    columns,
    data: data?.actions ?? none,
    getRowId: ({ id }) => id,
    enableSorting: false,
    manualSorting: true,
  })
  return (
    <ExpandedRows value={{ ids, toggle }}>
      <AuditTools
        filter={filter}
        actionTypes={data?.actionTypes ?? []}
        admins={data?.admins ?? []}
        total={data?.total}
        refreshing={isFetching}
        onRefresh={() => void refetch()}
        onChange={(change) =>
          void navigate({ to: '/admin', search: { tab: 'audit', ...withoutPage(filter), ...change } })
        }
      />
      {error && <ErrorAlert text={errorText(error, t('admin.audit.failed'))} onRetry={() => void refetch()} />}
      {!data && !error && <Spinner label={t('admin.loading')} />}
      {data?.actions.length === 0 && <Empty title={t('admin.audit.empty')} />}
      {data && data.actions.length > 0 && (
        <DataTable label={t('admin.tab.audit')} table={table} Detail={AuditChanges} open={ids} />
      )}
      {data && <Pager page={filter.page} pages={Math.ceil(data.total / AUDIT_ENTRIES_PER_PAGE)} />}
    </ExpandedRows>
  )
}

const withoutPage = (filter: AuditFilter) => ({ ...filter, page: undefined })

function ActionChip({ action }: { action: string }) {
  return <ToneChip tone={actionTone(action)}>{useActionName()(action)}</ToneChip>
}

function TargetName({ target }: { target: string }) {
  return <>{useTargetName()(target)}</>
}

/** The target of an action: its name, with a link to its page, and the beginning of its id, which the filter takes. */
function Target({ action: { targetName, targetProductId, targetId } }: { action: AuditAction }) {
  const id = <bdi dir="ltr">{targetId.slice(0, 8)}</bdi>
  const name = targetName === null ? id : <bdi dir="auto">{targetName}</bdi>
  return (
    <span>
      {targetProductId === null ? (
        name
      ) : (
        <Link to="/product/$productId" params={{ productId: targetProductId }}>
          {name}
        </Link>
      )}
      {targetName !== null && <small className={noteClass}> {id}</small>}
    </span>
  )
}

function ChangesButton({ action }: { action: AuditAction }) {
  const { t } = useText()
  const name = useActionName()
  const { ids, toggle } = useContext(ExpandedRows)
  return (
    <Button
      small
      kind="quiet"
      aria-expanded={ids.has(action.id)}
      aria-label={t('admin.audit.show', { action: name(action.actionType) })}
      onClick={() => toggle(action.id)}
    >
      {t('admin.audit.changes')}
    </Button>
  )
}
