import { useQuery } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { createColumnHelper, useTable } from '@tanstack/react-table'
import { createContext, useContext, useState, type FormEvent } from 'react'
import { useText } from '~/i18n/useText'
import { Button } from '~/ui/Button'
import { Chip } from '~/ui/Chip'
import { Empty } from '~/ui/Empty'
import { ErrorAlert } from '~/ui/ErrorAlert'
import { SearchField } from '~/ui/Field'
import { Pager } from '~/ui/Pager'
import { noteClass } from '~/ui/Panel'
import { NotKnown } from '~/ui/Price'
import { Spinner } from '~/ui/Spinner'
import styles from './Admin.module.css'
import { adminFeatures, type AdminFeatures } from './adminTable'
import { CsvButton } from './CsvButton'
import { peopleRows } from './csvPages'
import { DataTable } from './DataTable'
import { FirstPageLink } from './FirstPageLink'
import { peoplePage, peopleQuery, type Person } from './people'
import { PersonDialog, type Deed } from './PersonDialog'
import { useProblem } from './useProblem'
import { When } from './When'

const route = getRouteApi('/admin')
const none: Person[] = []

interface Asked {
  person: Person
  deed: Deed
}

/** Opens the confirmation of an action on a user's account. */
const Ask = createContext<(asked: Asked) => void>(() => undefined)

const column = createColumnHelper<AdminFeatures, Person>()
const columns = column.columns([
  column.display({ id: 'name', meta: { label: 'admin.users.name' }, cell: ({ row }) => <bdi>{row.original.name}</bdi> }),
  column.display({ id: 'email', meta: { label: 'admin.users.email' }, cell: ({ row }) => <EmailCell person={row.original} /> }),
  column.display({ id: 'role', meta: { label: 'admin.users.role' }, cell: ({ row }) => <RoleChip role={row.original.role} /> }),
  column.display({ id: 'created', meta: { label: 'admin.users.created' }, cell: ({ row }) => <When at={row.original.createdAt} /> }),
  column.display({ id: 'seen', meta: { label: 'admin.users.lastSeen' }, cell: ({ row }) => (row.original.lastSeenAt === null ? <NotKnown /> : <When at={row.original.lastSeenAt} />) }),
  column.display({ id: 'actions', meta: { label: 'admin.users.actions', unnamed: true, head: 'none' }, cell: ({ row }) => <PersonButtons person={row.original} /> }),
])

/** The users with an account, and their roles. */
export function UsersTab() {
  const { t, format } = useText()
  const problem = useProblem()
  const navigate = useNavigate()
  const { q, page = 1 } = route.useSearch()
  const { data, error, refetch } = useQuery(peopleQuery(q, page))
  const [typed, setTyped] = useState(q ?? '')
  const [asked, setAsked] = useState<Asked | null>(null)
  const people = data?.users ?? none
  const table = useTable({ features: adminFeatures, columns, data: people, getRowId: ({ id }) => id, manualSorting: true, enableSorting: false })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void navigate({ to: '/admin', search: { tab: 'users', q: typed.trim() || undefined } })
  }
  return (
    <Ask value={setAsked}>
      <div className={styles.tools}>
        <form role="search" className={styles.search} onSubmit={submit}>
          <SearchField label={t('admin.users.search')} value={typed} onChange={setTyped} />
          <Button type="submit">{t('admin.products.searchButton')}</Button>
        </form>
        <span className={styles.grow} />
        <CsvButton name="users" load={peopleRows(q)} />
        {data && <span className={noteClass}>{t('admin.users.count', { count: data.total, n: format.count(data.total) })}</span>}
      </div>
      {error && <ErrorAlert text={problem(error, t('admin.users.failed'))} onRetry={() => void refetch()} />}
      {!data && !error && <Spinner label={t('admin.loading')} />}
      {data && people.length === 0 && <Empty title={t('admin.users.empty')}>{page > 1 && <FirstPageLink />}</Empty>}
      {people.length > 0 && <DataTable label={t('admin.tab.users')} table={table} />}
      {data && <Pager page={page} pages={Math.ceil(data.total / peoplePage)} />}
      {asked && <PersonDialog {...asked} onClose={() => setAsked(null)} />}
    </Ask>
  )
}

function EmailCell({ person: { email, emailVerified } }: { person: Person }) {
  const { t } = useText()
  return (
    <span>
      <bdi dir="ltr">{email}</bdi> {!emailVerified && <Chip kind="unknown">{t('admin.users.notVerified')}</Chip>}
    </span>
  )
}

function RoleChip({ role }: { role: string }) {
  const { t } = useText()
  return <Chip kind={role === 'ADMIN' ? 'accent' : 'fact'}>{t(role === 'ADMIN' ? 'admin.users.admin' : 'admin.users.user')}</Chip>
}

function PersonButtons({ person }: { person: Person }) {
  const { t } = useText()
  const ask = useContext(Ask)
  const isAdmin = person.role === 'ADMIN'
  return (
    <span className={styles.deeds}>
      {person.lastSeenAt !== null && (
        <Button small aria-label={t('admin.users.signOutOf', { name: person.name })} onClick={() => ask({ person, deed: 'signOut' })}>
          {t('admin.users.signOut')}
        </Button>
      )}
      <Button
        small
        kind={isAdmin ? 'danger' : 'plain'}
        aria-label={t(isAdmin ? 'admin.users.revokeOf' : 'admin.users.grantOf', { name: person.name })}
        onClick={() => ask({ person, deed: isAdmin ? 'revoke' : 'grant' })}
      >
        {t(isAdmin ? 'admin.users.revoke' : 'admin.users.grant')}
      </Button>
    </span>
  )
}
