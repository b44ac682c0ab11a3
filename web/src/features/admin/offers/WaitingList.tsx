import { createColumnHelper } from '@tanstack/react-table'
import { useState } from 'react'
import { useText } from '~/i18n/useText'
import { useToasts } from '~/lib/toasts'
import { useSubmit } from '~/lib/useSubmit'
import { Button } from '~/ui/Button'
import { Price, UnknownValue } from '~/ui/Price'
import styles from '../shared/Admin.module.css'
import type { AdminFeatures } from '../table/adminTable'
import { AssignDialog, type Assignable } from './AssignDialog'
import { DataTable } from '../table/DataTable'
import { MESSAGE_TIME } from '../shared/messageTime'
import { assignOffers, unassignOffers } from './offerDecisions'
import { offerColumns } from './offerColumns'
import { useWaitingReason } from './offerReasons'
import type { WaitingOffer } from '../shared/operations'
import { SelectedCount } from '../table/SelectedCount'
import { Timestamp } from '../table/Timestamp'
import { useAdminErrorText, useFailureText } from '../shared/useAdminErrorText'
import { useSelectableTable } from '../table/useSelectableTable'
import { useUndoableDecision } from './useUndoableDecision'

const column = createColumnHelper<AdminFeatures, WaitingOffer>()
const columns = column.columns([
  ...offerColumns<WaitingOffer>(({ name }) => name),
  column.display({
    id: 'reason',
    meta: { label: 'admin.operations.reason' },
    cell: ({ row }) => <Reason offer={row.original} />,
  }),
  column.display({
    id: 'manufacturer',
    meta: { label: 'admin.operations.manufacturer' },
    cell: ({ row }) =>
      row.original.manufacturer === null ? <UnknownValue /> : <bdi dir="auto">{row.original.manufacturer}</bdi>,
  }),
  column.display({
    id: 'price',
    meta: { label: 'admin.operations.price', amount: true },
    cell: ({ row }) => <Price value={row.original.price} />,
  }),
  column.display({
    id: 'since',
    meta: { label: 'admin.operations.since' },
    cell: ({ row }) => <Timestamp at={row.original.createdAt} />,
  }),
  column.display({
    id: 'actions',
    meta: { label: 'admin.operations.actions', unnamed: true, head: 'none' },
    cell: ({ row }) => <AssignOne offer={row.original} />,
  }),
])

/** A page of offers without a product: an administrator says what they are, one by one or several together. */
export function WaitingList({ offers }: { offers: WaitingOffer[] }) {
  const { t } = useText()
  const [isAssigning, setIsAssigning] = useState(false)
  const { table, ticked, clear } = useSelectableTable(columns, offers, ({ id }) => id)
  const refuse = useRefuse(clear)
  return (
    <>
      <div className={styles.tools}>
        <SelectedCount count={ticked.length} none={t('admin.operations.noOfferSelected')} />
        <span className={styles.grow} />
        <Button
          kind="outline"
          icon="x"
          disabled={ticked.length === 0 || refuse.isPending}
          onClick={() => refuse.mutate(ticked.map(({ id }) => id))}
        >
          {t('admin.operations.assignKindOf.notPart')}
        </Button>
        <Button kind="outline" icon="edit" disabled={ticked.length === 0} onClick={() => setIsAssigning(true)}>
          {t('admin.operations.assignTicked')}
        </Button>
      </div>
      <DataTable label={t('admin.operations.view.waiting')} table={table} />
      {isAssigning && <AssignWaiting offers={ticked} onDone={clear} onClose={() => setIsAssigning(false)} />}
    </>
  )
}

/** Says that offers are not parts. */
function useRefuse(onDone: () => void) {
  const { t, format } = useText()
  const errorText = useAdminErrorText()
  const failureText = useFailureText()
  const showToast = useToasts((state) => state.show)
  const report = useUndoableDecision()
  return useSubmit({
    mutationFn: (ids: string[]) => assignOffers(ids, { category: 'OTHER' }),
    onSuccess: ({ doneCount, failed: [refused] }, ids) => {
      onDone()
      if (refused) showToast(failureText(refused), MESSAGE_TIME)
      else report(t('admin.operations.assigned', { n: format.count(doneCount) }), () => unassignOffers(ids))
    },
    onError: (error) => showToast(errorText(error, t('admin.operations.assignFailed')), MESSAGE_TIME),
  })
}

type AssignWaitingProps = { offers: WaitingOffer[]; onDone?: () => void; onClose: () => void }

function AssignWaiting({ offers, onDone, onClose }: AssignWaitingProps) {
  const { t, format } = useText()
  const report = useUndoableDecision()
  return (
    <AssignDialog
      title={t('admin.operations.assignTitle')}
      offers={offers.map(toAssignable)}
      send={assignOffers}
      onDone={(ids) => {
        onDone?.()
        report(t('admin.operations.assigned', { n: format.count(ids.length) }), () => unassignOffers(ids))
      }}
      onClose={onClose}
    />
  )
}

const toAssignable = ({ id, name, category, unsure }: WaitingOffer): Assignable => ({
  id,
  name,
  category: category ?? unsure,
})

function AssignOne({ offer }: { offer: WaitingOffer }) {
  const { t } = useText()
  const [isAssigning, setIsAssigning] = useState(false)
  return (
    <>
      <Button
        small
        aria-label={t('admin.operations.assignOf', { name: offer.name })}
        onClick={() => setIsAssigning(true)}
      >
        {t('admin.operations.assign')}
      </Button>
      {isAssigning && <AssignWaiting offers={[offer]} onClose={() => setIsAssigning(false)} />}
    </>
  )
}

function Reason({ offer: { reason, noPart, unsure } }: { offer: WaitingOffer }) {
  return <>{useWaitingReason()(reason, noPart, unsure)}</>
}
