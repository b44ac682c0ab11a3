import { useQuery, useQueryClient } from '@tanstack/react-query'
import { createColumnHelper, useTable } from '@tanstack/react-table'
import { createContext, useContext } from 'react'
import { useText } from '~/i18n/useText'
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
import { MESSAGE_TIME } from '../shared/messageTime'
import { SearchRuleForm } from './SearchRuleForm'
import {
  allRuleQueries,
  deleteSearchRule,
  restoreSearchRule,
  ruleKinds,
  searchRulesQuery,
  type SearchRule,
} from './searches'
import { Timestamp } from '../table/Timestamp'
import { useAdminErrorText } from '../shared/useAdminErrorText'

const none: SearchRule[] = []

type Actions = { change: (rule: SearchRule) => void; busy: boolean }

/** Deletes or restores a rule, for the table's cells. */
const ActionsContext = createContext<Actions>({ change: () => undefined, busy: false })

const column = createColumnHelper<AdminFeatures, SearchRule>()
const columns = column.columns([
  column.display({
    id: 'kind',
    meta: { label: 'admin.searches.rules.kind' },
    cell: ({ row }) => <KindChip rule={row.original} />,
  }),
  column.display({
    id: 'rule',
    meta: { label: 'admin.searches.rules.rule', unnamed: true },
    cell: ({ row }) => <RuleText rule={row.original} />,
  }),
  column.display({
    id: 'created',
    meta: { label: 'admin.searches.rules.created' },
    cell: ({ row }) => <Created rule={row.original} />,
  }),
  column.display({
    id: 'actions',
    meta: { label: 'admin.searches.rules.actions', unnamed: true, head: 'none' },
    cell: ({ row }) => <ChangeButton rule={row.original} />,
  }),
])

/** The rules about searches, and a form for a new one; `text` begins it. */
export function SearchRulesView({ text }: { text: string | undefined }) {
  const { t } = useText()
  const errorText = useAdminErrorText()
  const { data, error, refetch } = useQuery(searchRulesQuery)
  const { change, busy, failed } = useRuleActions()
  const rows = data?.rules ?? none
  const table = useTable({
    features: adminFeatures,
    columns,
    data: rows,
    getRowId: ({ id }) => id,
    manualSorting: true,
    enableSorting: false,
  })
  return (
    <ActionsContext value={{ change, busy }}>
      <p className={noteClass}>{t('admin.searches.rules.note')}</p>
      <SearchRuleForm text={text ?? ''} />
      {failed && <ErrorAlert text={errorText(failed, t('admin.searches.rules.changeFailed'))} />}
      {error && <ErrorAlert text={errorText(error, t('admin.searches.rules.failed'))} onRetry={() => void refetch()} />}
      {!data && !error && <Spinner label={t('admin.loading')} />}
      {data && rows.length === 0 && <Empty title={t('admin.searches.rules.empty')} />}
      {rows.length > 0 && <DataTable label={t('admin.searches.view.rules')} table={table} />}
    </ActionsContext>
  )
}

/** Returns the action that deletes a rule, or restores a deleted one. */
function useRuleActions() {
  const { t } = useText()
  const showToast = useToasts((state) => state.show)
  const queryClient = useQueryClient()
  const submit = useSubmit({
    mutationFn: ({ id, deletedAt }: SearchRule) => (deletedAt === null ? deleteSearchRule(id) : restoreSearchRule(id)),
    onSuccess: (_, { text, deletedAt }) =>
      showToast(
        t(deletedAt === null ? 'admin.searches.rules.deleted' : 'admin.searches.rules.restored', { text }),
        MESSAGE_TIME,
      ),
    onSettled: () => queryClient.invalidateQueries(allRuleQueries),
  })
  return { change: (rule: SearchRule) => submit.mutate(rule), busy: submit.isPending, failed: submit.error }
}

function KindChip({ rule: { kind, deletedAt } }: { rule: SearchRule }) {
  const { t } = useText()
  const known = ruleKinds.find((one) => one === kind)
  return (
    <Chip kind={deletedAt === null ? 'accent' : 'unknown'}>
      {known ? t(`admin.searches.rules.kindOf.${known}`) : kind}
    </Chip>
  )
}

function RuleText({ rule }: { rule: SearchRule }) {
  const { t } = useText()
  const { text, other, twoWay, path, productName, deletedAt } = rule
  const line =
    other !== null
      ? t(twoWay ? 'admin.searches.rules.meansBoth' : 'admin.searches.rules.means', { text, other })
      : t('admin.searches.rules.leadsTo', { text, target: path ?? productName ?? '' })
  return (
    <span>
      {line}
      {deletedAt !== null && <small className={styles.below}>{t('admin.searches.rules.isDeleted')}</small>}
    </span>
  )
}

function Created({ rule: { createdAt, createdBy } }: { rule: SearchRule }) {
  return (
    <span>
      <Timestamp at={createdAt} />
      {createdBy !== null && (
        <small className={styles.below} dir="auto">
          {createdBy}
        </small>
      )}
    </span>
  )
}

function ChangeButton({ rule }: { rule: SearchRule }) {
  const { t } = useText()
  const { change, busy } = useContext(ActionsContext)
  const { text, deletedAt } = rule
  const holds = deletedAt === null
  return (
    <Button
      small
      kind={holds ? 'danger' : 'outline'}
      icon={holds ? 'x' : undefined}
      disabled={busy}
      aria-label={t(holds ? 'admin.searches.rules.deleteOf' : 'admin.searches.rules.restoreOf', { text })}
      onClick={() => change(rule)}
    >
      {t(holds ? 'admin.searches.rules.delete' : 'admin.searches.rules.restore')}
    </Button>
  )
}
