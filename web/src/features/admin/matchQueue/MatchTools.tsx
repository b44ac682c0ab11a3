import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useText } from '~/i18n/useText'
import { Button } from '~/ui/Button'
import { Chip } from '~/ui/Chip'
import { ErrorAlert } from '~/ui/ErrorAlert'
import { SelectField } from '~/ui/Field'
import styles from '../shared/Admin.module.css'
import { BulkApproveDialog } from './BulkApproveDialog'
import { BulkDecideDialog } from './BulkDecideDialog'
import { MatchFilters } from './MatchFilters'
import {
  assessments,
  queueCsvAddress,
  toMatchSearch,
  checkExport,
  orders,
  statuses,
  type MatchFilter,
} from '../matches/matches'
import { useAdminErrorText } from '../shared/useAdminErrorText'
import { useSubmit } from '~/lib/useSubmit'

type MatchToolsProps = {
  filter: MatchFilter
  confidentCount: number | undefined
  refreshing: boolean
  onRefresh: () => void
}

/** Filters of the queue, and the actions on all its matches. */
export function MatchTools({ filter, confidentCount, refreshing, onRefresh }: MatchToolsProps) {
  const { t, format } = useText()
  const errorText = useAdminErrorText()
  const navigate = useNavigate()
  const [open, setOpen] = useState<'bulkApprove' | 'bulkDecide' | null>(null)
  const download = useExport(filter)
  const show = (change: Partial<MatchFilter>) => {
    void navigate({ to: '/admin', search: { tab: 'matches', ...toMatchSearch({ ...filter, ...change }) } })
  }
  return (
    <>
      <div className={styles.tools}>
        <SelectField
          label={t('admin.match.statusFilter')}
          value={filter.status}
          options={[
            { value: 'ALL', label: t('admin.all') },
            ...statuses.map((value) => ({ value, label: t(`admin.match.status.${value}`) })),
          ]}
          onChange={(status) => show({ status })}
        />
        <SelectField
          label={t('admin.match.decisionFilter')}
          value={filter.assessment}
          options={[
            { value: 'ALL', label: t('admin.all') },
            ...assessments.map((value) => ({ value, label: t(`admin.match.decision.${value}`) })),
          ]}
          onChange={(assessment) => show({ assessment })}
        />
        <SelectField
          label={t('admin.match.sort')}
          value={filter.sort}
          options={orders.map((value) => ({ value, label: t(`admin.match.sortBy.${value}`) }))}
          onChange={(sort) => show({ sort })}
        />
        <span className={styles.grow} />
        <Button icon="swap" disabled={refreshing} onClick={onRefresh}>
          {t('admin.refresh')}
        </Button>
        <Button icon="export" disabled={download.isPending} onClick={() => download.mutate()}>
          {t('admin.export')}
        </Button>
        <Button icon="list" onClick={() => setOpen('bulkDecide')}>
          {t('admin.match.together')}
        </Button>
        <Button kind="outline" icon="check" onClick={() => setOpen('bulkApprove')}>
          {t('admin.match.bulk')}{' '}
          {confidentCount !== undefined && <Chip kind="accent">{format.count(confidentCount)}</Chip>}
        </Button>
      </div>
      <MatchFilters key={filter.q} filter={filter} onChange={show} />
      {download.error && <ErrorAlert text={errorText(download.error, t('admin.match.exportFailed'))} />}
      {open === 'bulkApprove' && <BulkApproveDialog onClose={() => setOpen(null)} />}
      {open === 'bulkDecide' && <BulkDecideDialog filter={filter} onClose={() => setOpen(null)} />}
    </>
  )
}

/** Opens the export of the filtered queue in a new tab. */
function useExport(filter: MatchFilter) {
  return useSubmit({
    mutationFn: async () => {
      await checkExport(filter)
      if (window.open(queueCsvAddress(filter), '_blank') === null) throw new Error('no new tab')
    },
  })
}
