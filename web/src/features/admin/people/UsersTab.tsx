import { useQuery } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { createColumnHelper, useTable } from '@tanstack/react-table'
import { createContext, useContext, useState, type FormEvent } from 'react'
import { useText } from '~/i18n/useText'
import { Button } from '~/ui/Button'
import { Chip } from '~/ui/Chip'
import { Empty } from '~/ui/Empty'
import { ErrorAlert } from '~/ui/ErrorAlert'
import { SearchField, SelectField } from '~/ui/Field'
import { Pager } from '~/lib/pager/Pager'
import { UnknownValue } from '~/ui/Price'
import { Spinner } from '~/ui/Spinner'
import styles from '../shared/Admin.module.css'
import { adminFeatures, type AdminFeatures } from '../table/adminTable'
import { CountNote } from '../table/CountNote'
import { CsvButton } from '../table/CsvButton'
import { loadUserRows } from '../table/csvPages'
import { DataTable } from '../table/DataTable'
import { FirstPageLink } from '../table/FirstPageLink'
import { roles, USERS_PER_PAGE, usersQuery, type ListedUser } from '../shared/users'
import { UserDialog, type UserAction } from './UserDialog'
import { useAdminErrorText } from '../shared/useAdminErrorText'
import { Timestamp } from '../table/Timestamp'

const route = getRouteApi('/admin')
const none: ListedUser[] = []

interface DialogState {
  user: ListedUser
  action: UserAction
}

/** Opens the confirmation of an action on a user's account. */
const OpenDialogContext = createContext<(dialog: DialogState) => void>(() => undefined)

const column = createColumnHelper<AdminFeatures, ListedUser>()
const columns = column.columns([
  column.display({
    id: 'name',
    meta: { label: 'admin.users.name' },
    cell: ({ row }) => <bdi>{row.original.name}</bdi>,
  }),
  column.display({
    id: 'email',
    meta: { label: 'admin.users.email' },
    cell: ({ row }) => <EmailCell user={row.original} />,
  }),
  column.display({
    id: 'role',
    meta: { label: 'admin.users.role' },
    cell: ({ row }) => <RoleCell user={row.original} />,
  }),
  column.display({
    id: 'created',
    meta: { label: 'admin.users.created' },
    cell: ({ row }) => <Timestamp at={row.original.createdAt} />,
  }),
  column.display({
    id: 'seen',
    meta: { label: 'admin.users.lastSeen' },
    cell: ({ row }) =>
      row.original.lastSeenAt === null ? <UnknownValue /> : <Timestamp at={row.original.lastSeenAt} />,
  }),
  column.display({
    id: 'actions',
    meta: { label: 'admin.users.actions', unnamed: true, head: 'none' },
    cell: ({ row }) => <UserButtons user={row.original} />,
  }),
])

/** The users with an account, and their roles. */
export function UsersTab() {
  const { t, format } = useText()
  const errorText = useAdminErrorText()
  const navigate = useNavigate()
  const { q, page = 1, ...search } = route.useSearch()
  const role = roles.find((one) => one === search.role)
  const filter = { search: q, role }
  const { data, error, refetch } = useQuery(usersQuery(filter, page))
  const [typed, setTyped] = useState(q ?? '')
  const [dialog, setDialog] = useState<DialogState | null>(null)
  const users = data?.users ?? none
  const table = useTable({
    features: adminFeatures,
    columns,
    data: users,
    getRowId: ({ id }) => id,
    manualSorting: true,
    enableSorting: false,
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void navigate({ to: '/admin', search: { tab: 'users', q: typed.trim() || undefined, role } })
  }
  return (
    <OpenDialogContext value={setDialog}>
      <div className={styles.tools}>
        <form role="search" className={styles.search} onSubmit={submit}>
          <SearchField label={t('admin.users.search')} value={typed} onChange={setTyped} />
          <Button type="submit">{t('admin.products.searchButton')}</Button>
        </form>
        <SelectField
          label={t('admin.users.role')}
          value={role ?? ''}
          options={[
            { value: '', label: t('admin.all') },
            ...roles.map((value) => ({ value: value as string, label: t(`admin.users.${value}`) })),
          ]}
          onChange={(chosen) => void navigate({ to: '/admin', search: { tab: 'users', q, role: chosen || undefined } })}
        />
        <span className={styles.grow} />
        <CsvButton name="users" load={loadUserRows(filter)} />
        <CountNote loaded={data !== undefined}>
          {t('admin.users.count', { count: data?.total ?? 0, n: format.count(data?.total ?? 0) })}
        </CountNote>
      </div>
      {error && <ErrorAlert text={errorText(error, t('admin.users.failed'))} onRetry={() => void refetch()} />}
      {!data && !error && <Spinner label={t('admin.loading')} />}
      {data && users.length === 0 && <Empty title={t('admin.users.empty')}>{page > 1 && <FirstPageLink />}</Empty>}
      {users.length > 0 && <DataTable label={t('admin.tab.users')} table={table} />}
      {data && <Pager page={page} pages={Math.ceil(data.total / USERS_PER_PAGE)} />}
      {dialog && <UserDialog {...dialog} onClose={() => setDialog(null)} />}
    </OpenDialogContext>
  )
}

function EmailCell({ user: { email, emailVerified } }: { user: ListedUser }) {
  const { t } = useText()
  return (
    <span>
      <bdi dir="ltr">{email}</bdi> {!emailVerified && <Chip kind="unknown">{t('admin.users.notVerified')}</Chip>}
    </span>
  )
}

function RoleCell({ user: { role, suspendedAt } }: { user: ListedUser }) {
  const { t } = useText()
  return (
    <span>
      <Chip kind={role === 'ADMIN' ? 'accent' : 'fact'}>
        {t(role === 'ADMIN' ? 'admin.users.admin' : 'admin.users.user')}
      </Chip>{' '}
      {suspendedAt && <Chip kind="error">{t('admin.users.isSuspended')}</Chip>}
    </span>
  )
}

const ACTION_TEXTS = {
  signOut: ['admin.users.signOut', 'admin.users.signOutOf'],
  grant: ['admin.users.grant', 'admin.users.grantOf'],
  revoke: ['admin.users.revoke', 'admin.users.revokeOf'],
  resetFactor: ['admin.users.resetFactor', 'admin.users.resetFactorOf'],
  suspend: ['admin.users.suspend', 'admin.users.suspendOf'],
  restore: ['admin.users.restore', 'admin.users.restoreOf'],
  delete: ['admin.users.delete', 'admin.users.deleteOf'],
} as const satisfies Record<UserAction, readonly [string, string]>

/** Returns what can be done to an account. That of an administrator loses the role first. */
function actionsOn({ role, lastSeenAt, hasSecondFactor, suspendedAt }: ListedUser): UserAction[] {
  const onAccount: UserAction[] = suspendedAt ? ['restore', 'delete'] : ['grant', 'suspend', 'delete']
  return [
    ...(lastSeenAt === null ? [] : (['signOut'] as const)),
    ...(hasSecondFactor ? (['resetFactor'] as const) : []),
    ...(role === 'ADMIN' ? (['revoke'] as const) : onAccount),
  ]
}

function UserButtons({ user }: { user: ListedUser }) {
  const { t } = useText()
  const openDialog = useContext(OpenDialogContext)
  return (
    <span className={styles.actions}>
      {actionsOn(user).map((action) => (
        <Button
          key={action}
          small
          kind={action === 'revoke' || action === 'delete' ? 'danger' : 'plain'}
          aria-label={t(ACTION_TEXTS[action][1], { name: user.name })}
          onClick={() => openDialog({ user, action })}
        >
          {t(ACTION_TEXTS[action][0])}
        </Button>
      ))}
    </span>
  )
}
