import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useText } from '~/i18n/useText'
import { useToasts } from '~/lib/toasts'
import { useSubmit } from '~/lib/useSubmit'
import { Button } from '~/ui/Button'
import { ErrorAlert } from '~/ui/ErrorAlert'
import styles from '../matches/Matches.module.css'
import { allMatchQueries, bulkDecisionsQuery, undoBulkDecision, type BulkDecision } from '../matches/matches'
import { useAdminErrorText } from '../shared/useAdminErrorText'

/** The bulk decisions of the last hour, each with a button that undoes it as a whole. */
export function BulkUndo() {
  const { t } = useText()
  const { data } = useQuery(bulkDecisionsQuery)
  if (!data || data.length === 0) return null
  return (
    <ul className={styles.bulkUndo} aria-label={t('admin.match.bulkRecent')}>
      {data.map((decision) => (
        <Decision key={decision.id} decision={decision} />
      ))}
    </ul>
  )
}

function Decision({ decision: { id, status, count, decidedBy, decidedAt } }: { decision: BulkDecision }) {
  const { t, format } = useText()
  const errorText = useAdminErrorText()
  const queryClient = useQueryClient()
  const showToast = useToasts((state) => state.show)
  const undo = useSubmit({
    mutationFn: () => undoBulkDecision(id),
    onSuccess: ({ doneCount, failed }) =>
      showToast(
        failed.length === 0
          ? t('admin.match.bulkUndone', { n: format.count(doneCount) })
          : t('admin.match.bulkUndonePartly', { n: format.count(doneCount), m: format.count(failed.length) }),
      ),
    onSettled: () => queryClient.invalidateQueries(allMatchQueries),
  })
  const values = {
    n: format.count(count),
    name: decidedBy ?? t('admin.match.bulkByUnknown'),
    ago: format.ago(decidedAt),
  }
  return (
    <li>
      {undo.error && <ErrorAlert text={errorText(undo.error, t('admin.match.undoFailed'))} />}
      <span>{t(status === 'APPROVED' ? 'admin.match.bulkApprovedBy' : 'admin.match.bulkRejectedBy', values)}</span>
      <Button small disabled={undo.isPending} onClick={() => undo.mutate()}>
        {t(undo.isPending ? 'admin.match.bulkUndoing' : 'admin.match.bulkUndo')}
      </Button>
    </li>
  )
}
