import { createColumnHelper } from '@tanstack/react-table'
import { useState } from 'react'
import { useText } from '~/i18n/useText'
import { Button } from '~/ui/Button'
import { UnknownValue } from '~/ui/Price'
import styles from '../shared/Admin.module.css'
import type { AdminFeatures } from '../table/adminTable'
import { AssignedAs, AssignOneRejected, AssignRejected, nameOf, useUnassign } from './AssignRejected'
import { DataTable } from '../table/DataTable'
import { listingId } from './offerDecisions'
import { offerColumns } from './offerColumns'
import { useRejectReason } from './offerReasons'
import type { RejectedOffer } from '../shared/operations'
import { SelectedCount } from '../table/SelectedCount'
import { Timestamp } from '../table/Timestamp'
import { toListing, useDismiss } from './useDismiss'
import { useSelectableTable } from '../table/useSelectableTable'

type RowProps = { offer: RejectedOffer }

const column = createColumnHelper<AdminFeatures, RejectedOffer>()
const columns = column.columns([
  ...offerColumns(nameOf),
  column.display({
    id: 'reason',
    meta: { label: 'admin.operations.reason' },
    cell: ({ row }) => <Reason offer={row.original} />,
  }),
  column.display({
    id: 'detail',
    meta: { label: 'admin.operations.detail' },
    cell: ({ row }) => <Found offer={row.original} />,
  }),
  column.display({
    id: 'seen',
    meta: { label: 'admin.operations.lastSeen' },
    cell: ({ row }) => <Timestamp at={row.original.seenAt} />,
  }),
])
const columnsOf = {
  OPEN: [...columns, actionColumn('OPEN')],
  DISMISSED: [...columns, actionColumn('DISMISSED')],
  ASSIGNED: [
    ...columns,
    column.display({
      id: 'assigned',
      meta: { label: 'admin.operations.assignedAs' },
      cell: ({ row }) => <AssignedAs offer={row.original} />,
    }),
    actionColumn('ASSIGNED'),
  ],
}

/** Rejected items that nobody has decided about, that were dismissed, or of which an administrator said what they are. */
export type RejectedState = keyof typeof columnsOf

function actionColumn(shown: 'OPEN' | 'DISMISSED' | 'ASSIGNED') {
  return column.display({
    id: 'actions',
    meta: { label: 'admin.operations.actions', unnamed: true, head: 'none' },
    cell: ({ row }) =>
      shown === 'ASSIGNED' ? (
        <UnassignOne offer={row.original} />
      ) : (
        <span className={styles.buttons}>
          <AssignOneRejected offer={row.original} />
          <DismissOne offer={row.original} isDismissed={shown === 'DISMISSED'} />
        </span>
      ),
  })
}

/**
 * A page of rejected items: an administrator dismisses those that need no look or says what they are, or takes either
 * back.
 */
export function RejectedList({ offers, shown }: { offers: RejectedOffer[]; shown: RejectedState }) {
  const { t } = useText()
  const { table, ticked, clear } = useSelectableTable(columnsOf[shown], offers, listingId)
  const isDismissed = shown === 'DISMISSED'
  const dismiss = useDismiss(isDismissed, clear)
  const unassign = useUnassign(clear)
  const [isAssigning, setIsAssigning] = useState(false)
  const isIdle = ticked.length === 0
  return (
    <>
      <div className={styles.tools}>
        <SelectedCount count={ticked.length} none={t('admin.operations.noOfferSelected')} />
        <span className={styles.grow} />
        {shown === 'ASSIGNED' ? (
          <Button kind="outline" disabled={isIdle || unassign.isPending} onClick={() => unassign.mutate(ticked)}>
            {t('admin.operations.unassignTicked')}
          </Button>
        ) : (
          <>
            <Button
              kind="outline"
              disabled={isIdle || dismiss.isPending}
              onClick={() => dismiss.mutate(ticked.map(toListing))}
            >
              {t(isDismissed ? 'admin.operations.restoreTicked' : 'admin.operations.dismissTicked')}
            </Button>
            <Button kind="outline" icon="edit" disabled={isIdle} onClick={() => setIsAssigning(true)}>
              {t('admin.operations.assignTicked')}
            </Button>
          </>
        )}
      </div>
      <DataTable label={t('admin.operations.view.rejected')} table={table} />
      {isAssigning && <AssignRejected offers={ticked} onDone={clear} onClose={() => setIsAssigning(false)} />}
    </>
  )
}

function UnassignOne({ offer }: RowProps) {
  const { t } = useText()
  const unassign = useUnassign()
  return (
    <Button
      small
      disabled={unassign.isPending}
      aria-label={t('admin.operations.unassignOf', { name: nameOf(offer) })}
      onClick={() => unassign.mutate([offer])}
    >
      {t('admin.operations.unassign')}
    </Button>
  )
}

function DismissOne({ offer, isDismissed }: RowProps & { isDismissed: boolean }) {
  const { t } = useText()
  const name = nameOf(offer)
  const dismiss = useDismiss(isDismissed)
  return (
    <Button
      small
      disabled={dismiss.isPending}
      aria-label={t(isDismissed ? 'admin.operations.restoreOf' : 'admin.operations.dismissOf', { name })}
      onClick={() => dismiss.mutate([toListing(offer)])}
    >
      {t(isDismissed ? 'admin.operations.restore' : 'admin.operations.dismiss')}
    </Button>
  )
}

function Reason({ offer: { reason } }: RowProps) {
  return <>{useRejectReason()(reason)}</>
}

/** The shop's statement: on English pages the server's sentence about it, on others the quotations in it. */
function Found({ offer: { detail, found } }: RowProps) {
  const { language } = useText()
  if (language === 'en') return <bdi dir="auto">{detail}</bdi>
  if (found.length === 0) return <UnknownValue />
  return (
    <ul>
      {found.map((text) => (
        <li key={text}>
          <bdi dir="auto">«{text}»</bdi>
        </li>
      ))}
    </ul>
  )
}
