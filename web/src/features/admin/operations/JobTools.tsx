import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useText } from '~/i18n/useText'
import { useToasts } from '~/lib/toasts'
import { useSubmit } from '~/lib/useSubmit'
import { Button } from '~/ui/Button'
import { SelectField } from '~/ui/Field'
import styles from '../shared/Admin.module.css'
import { CsvButton } from '../table/CsvButton'
import { loadJobRows } from '../table/csvPages'
import { jobKinds, useJobKindName } from './jobKinds'
import { MESSAGE_TIME } from '../shared/messageTime'
import {
  allOperationsQueries,
  jobsQuery,
  jobStates,
  retryParkedJobs,
  type JobFilter,
  type JobState,
} from '../shared/operations'
import { RetailerFilter } from '../shared/RetailerFilter'
import { useAdminErrorText } from '../shared/useAdminErrorText'

/** Filters of the jobs, and the button that queues all parked ones of the filter again. */
export function JobTools({ filter }: { filter: JobFilter }) {
  const { t } = useText()
  const navigate = useNavigate()
  const kindName = useJobKindName()
  const show = (change: Partial<JobFilter>) =>
    void navigate({ to: '/admin', search: { tab: 'operations', view: 'jobs', ...filter, ...change } })
  return (
    <div className={styles.tools}>
      <SelectField
        label={t('admin.operations.stateFilter')}
        value={filter.state ?? 'ALL'}
        options={[
          { value: 'ALL', label: t('admin.all') },
          ...jobStates.map((value) => ({ value, label: t(`admin.operations.jobState.${value}`) })),
        ]}
        onChange={(value: JobState | 'ALL') => show({ state: value === 'ALL' ? undefined : value })}
      />
      <SelectField
        label={t('admin.operations.kind')}
        value={filter.kind ?? ''}
        options={[
          { value: '', label: t('admin.all') },
          ...jobKinds.map((value) => ({ value: value as string, label: kindName(value) })),
        ]}
        onChange={(kind) => show({ kind: kind || undefined })}
      />
      <RetailerFilter retailer={filter.retailer} onChange={(retailer) => show({ retailer })} />
      <span className={styles.grow} />
      <RetryParked filter={filter} />
      <CsvButton name="jobs" load={loadJobRows(filter)} />
    </div>
  )
}

function RetryParked({ filter }: { filter: JobFilter }) {
  const { t, format } = useText()
  const errorText = useAdminErrorText()
  const showToast = useToasts((toasts) => toasts.show)
  const queryClient = useQueryClient()
  const { data } = useQuery(jobsQuery({ ...filter, state: 'PARKED' }, 1))
  const retry = useSubmit({
    mutationFn: () => retryParkedJobs(filter),
    onSuccess: ({ doneCount, failed }) =>
      showToast(
        t('admin.operations.retriedAll', { n: format.count(doneCount), m: format.count(failed.length) }),
        MESSAGE_TIME,
      ),
    onError: (error) => showToast(errorText(error, t('admin.operations.jobFailed')), MESSAGE_TIME),
    onSettled: () => queryClient.invalidateQueries(allOperationsQueries),
  })
  const count = data?.total ?? 0
  return (
    <Button disabled={count === 0 || retry.isPending} onClick={() => retry.mutate()}>
      {count === 0
        ? t('admin.operations.retryParked')
        : t('admin.operations.retryParkedOf', { n: format.count(count) })}
    </Button>
  )
}
