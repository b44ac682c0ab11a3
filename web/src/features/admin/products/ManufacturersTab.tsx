import { useQuery, useQueryClient } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { createColumnHelper, useTable } from '@tanstack/react-table'
import { createContext, useContext, useState } from 'react'
import { useText } from '~/i18n/useText'
import { useToasts } from '~/lib/toasts'
import { Button } from '~/ui/Button'
import { Chip } from '~/ui/Chip'
import { Empty } from '~/ui/Empty'
import { ErrorAlert } from '~/ui/ErrorAlert'
import { SelectField } from '~/ui/Field'
import { Pager } from '~/lib/pager/Pager'
import { noteClass } from '~/ui/Panel'
import { Spinner } from '~/ui/Spinner'
import styles from '../shared/Admin.module.css'
import { adminFeatures, type AdminFeatures } from '../table/adminTable'
import { AliasDialog } from './AliasDialog'
import { CountNote } from '../table/CountNote'
import { CsvButton } from '../table/CsvButton'
import { loadManufacturerRows } from '../table/csvPages'
import { DataTable } from '../table/DataTable'
import { FirstPageLink } from '../table/FirstPageLink'
import {
  allManufacturerQueries,
  confirmManufacturer,
  MANUFACTURERS_PER_PAGE,
  manufacturersQuery,
  manufacturerStates,
  refuseManufacturer,
  type Manufacturer,
} from './manufacturers'
import { MESSAGE_TIME } from '../shared/messageTime'
import { useAdminErrorText } from '../shared/useAdminErrorText'
import { Timestamp } from '../table/Timestamp'
import { useSubmit } from '~/lib/useSubmit'

const route = getRouteApi('/admin')
const none: Manufacturer[] = []

type Actions = {
  confirm: (one: Manufacturer) => void
  alias: (one: Manufacturer) => void
  refuse: (one: Manufacturer) => void
  busy: boolean
}

const noAction = () => undefined
/** The actions on a manufacturer's name, for the table's cells. */
const ActionsContext = createContext<Actions>({ confirm: noAction, alias: noAction, refuse: noAction, busy: false })

const column = createColumnHelper<AdminFeatures, Manufacturer>()
const columns = column.columns([
  column.display({
    id: 'name',
    meta: { label: 'admin.manufacturers.name', unnamed: true },
    cell: ({ row }) => <NameCell manufacturer={row.original} />,
  }),
  column.display({
    id: 'state',
    meta: { label: 'admin.manufacturers.state' },
    cell: ({ row }) => <StateChip manufacturer={row.original} />,
  }),
  column.display({
    id: 'offers',
    meta: { label: 'admin.manufacturers.offers', amount: true },
    cell: ({ row }) => <Count of={row.original.offers} />,
  }),
  column.display({
    id: 'shops',
    meta: { label: 'admin.manufacturers.shops', amount: true },
    cell: ({ row }) => <Count of={row.original.shops} />,
  }),
  column.display({
    id: 'since',
    meta: { label: 'admin.manufacturers.firstSeen' },
    cell: ({ row }) => <Timestamp at={row.original.firstSeen} />,
  }),
  column.display({
    id: 'actions',
    meta: { label: 'admin.manufacturers.actions', unnamed: true, head: 'none' },
    cell: ({ row }) => <Buttons manufacturer={row.original} />,
  }),
])

/** Manufacturers that retailers state and no administrator has confirmed yet. */
export function ManufacturersTab() {
  const { t, format } = useText()
  const errorText = useAdminErrorText()
  const navigate = useNavigate()
  const search = route.useSearch()
  const state = [...manufacturerStates, 'ALL' as const].find((one) => one === search.state) ?? 'UNCONFIRMED'
  const page = search.page ?? 1
  const { data, error, refetch } = useQuery(manufacturersQuery(state, page))
  const [aliased, setAliased] = useState<Manufacturer | null>(null)
  const { decide, failed } = useManufacturerActions()
  const rows = data?.manufacturers ?? none
  const table = useTable({
    features: adminFeatures,
    columns,
    data: rows,
    getRowId: ({ key }) => key,
    manualSorting: true,
    enableSorting: false,
  })
  const show = (to: typeof state) =>
    void navigate({ to: '/admin', search: { tab: 'manufacturers', state: to === 'UNCONFIRMED' ? undefined : to } })
  return (
    <ActionsContext value={{ ...decide, alias: setAliased }}>
      <p className={noteClass}>{t('admin.manufacturers.text')}</p>
      <div className={styles.tools}>
        <SelectField
          label={t('admin.manufacturers.state')}
          value={state}
          options={[
            { value: 'ALL' as const, label: t('admin.all') },
            ...manufacturerStates.map((value) => ({ value, label: t(`admin.manufacturers.stateOf.${value}`) })),
          ]}
          onChange={show}
        />
        <span className={styles.grow} />
        <CsvButton name="manufacturers" load={loadManufacturerRows(state)} />
        <CountNote loaded={data !== undefined}>
          {t('admin.manufacturers.count', { count: data?.total ?? 0, n: format.count(data?.total ?? 0) })}
        </CountNote>
      </div>
      {failed && <ErrorAlert text={errorText(failed, t('admin.manufacturers.decideFailed'))} />}
      {error && <ErrorAlert text={errorText(error, t('admin.manufacturers.failed'))} onRetry={() => void refetch()} />}
      {!data && !error && <Spinner label={t('admin.loading')} />}
      {data && rows.length === 0 && (
        <Empty title={t('admin.manufacturers.empty')}>{page > 1 && <FirstPageLink />}</Empty>
      )}
      {rows.length > 0 && <DataTable label={t('admin.tab.manufacturers')} table={table} />}
      {data && <Pager page={page} pages={Math.ceil(data.total / MANUFACTURERS_PER_PAGE)} />}
      {aliased && <AliasDialog manufacturer={aliased} onClose={() => setAliased(null)} />}
    </ActionsContext>
  )
}

/** Returns the actions that confirm and refuse names. */
function useManufacturerActions() {
  const { t } = useText()
  const showToast = useToasts((state) => state.show)
  const queryClient = useQueryClient()
  const change = useSubmit({
    mutationFn: ({ one, yes }: { one: Manufacturer; yes: boolean }) =>
      yes ? confirmManufacturer(one.key) : refuseManufacturer(one.key),
    onSuccess: (_, { one: { name }, yes }) =>
      showToast(t(yes ? 'admin.manufacturers.confirmed' : 'admin.manufacturers.refused', { name }), MESSAGE_TIME),
    onSettled: () => queryClient.invalidateQueries(allManufacturerQueries),
  })
  const decide = {
    confirm: (one: Manufacturer) => change.mutate({ one, yes: true }),
    refuse: (one: Manufacturer) => change.mutate({ one, yes: false }),
    busy: change.isPending,
  }
  return { decide, failed: change.error }
}

function NameCell({ manufacturer: { name, titles } }: { manufacturer: Manufacturer }) {
  return (
    <span>
      <bdi dir="auto">{name}</bdi>
      {titles.slice(0, 3).map((title) => (
        <small key={title} className={styles.below} dir="auto">
          {title}
        </small>
      ))}
    </span>
  )
}

function StateChip({ manufacturer: { state, aliasOf } }: { manufacturer: Manufacturer }) {
  const { t } = useText()
  const known = manufacturerStates.find((one) => one === state)
  const kind = known === 'CONFIRMED' ? 'ok' : known === 'REFUSED' ? 'error' : known === 'ALIAS' ? 'accent' : 'unknown'
  const text =
    aliasOf === null
      ? known && t(`admin.manufacturers.stateOf.${known}`)
      : t('admin.manufacturers.isAliasOf', { name: aliasOf })
  return <Chip kind={kind}>{text ?? state}</Chip>
}

function Count({ of }: { of: number }) {
  const { format } = useText()
  return <>{format.count(of)}</>
}

function Buttons({ manufacturer }: { manufacturer: Manufacturer }) {
  const { t } = useText()
  const { confirm, alias, refuse, busy } = useContext(ActionsContext)
  const { name, state } = manufacturer
  return (
    <span className={styles.actions}>
      {state !== 'CONFIRMED' && (
        <Button
          small
          kind="outline"
          icon="check"
          disabled={busy}
          aria-label={t('admin.manufacturers.confirmOf', { name })}
          onClick={() => confirm(manufacturer)}
        >
          {t('admin.manufacturers.confirm')}
        </Button>
      )}
      <Button
        small
        disabled={busy}
        aria-label={t('admin.manufacturers.aliasOf', { name })}
        onClick={() => alias(manufacturer)}
      >
        {t('admin.manufacturers.alias')}
      </Button>
      {state !== 'REFUSED' && (
        <Button
          small
          kind="danger"
          icon="x"
          disabled={busy}
          aria-label={t('admin.manufacturers.refuseOf', { name })}
          onClick={() => refuse(manufacturer)}
        >
          {t('admin.manufacturers.refuse')}
        </Button>
      )}
    </span>
  )
}
