import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useText } from '~/i18n/useText'
import { Button } from '~/ui/Button'
import { Dialog, DialogActions } from '~/lib/dialog/Dialog'
import { ErrorAlert } from '~/ui/ErrorAlert'
import { Spinner } from '~/ui/Spinner'
import { FailedList } from '../shared/FailedList'
import { MatchLines } from './MatchLine'
import {
  allMatchQueries,
  decideMatches,
  loadConfidentMatches,
  type DecisionResult,
  type Match,
} from '../matches/matches'
import { useAdminErrorText } from '../shared/useAdminErrorText'
import { useSubmit } from '~/lib/useSubmit'

/** Lists the pending matches of 95 % confidence and more, approves them when confirmed, and lists those that failed. */
export function BulkApproveDialog({ onClose }: { onClose: () => void }) {
  const { t, format } = useText()
  const errorText = useAdminErrorText()
  const [progress, setProgress] = useState(0)
  const queryClient = useQueryClient()
  const confident = useQuery({
    queryKey: [...allMatchQueries.queryKey, 'confident'],
    queryFn: loadConfidentMatches,
    gcTime: 0,
    staleTime: Infinity,
  })
  const approve = useSubmit({
    mutationFn: (matches: Match[]) =>
      decideMatches(
        'APPROVED',
        matches.map(({ id }) => id),
        setProgress,
      ),
    // Keep the list of the confirmed matches: a refetch would drop those that are decided now.
    onSettled: () =>
      queryClient.invalidateQueries({
        ...allMatchQueries,
        predicate: ({ queryKey }) => queryKey.at(-1) !== 'confident',
      }),
  })
  const error = confident.error ?? approve.error
  return (
    <Dialog title={t('admin.match.bulk')} closeLabel={t('admin.close')} onClose={onClose} wide>
      {error && (
        <ErrorAlert text={errorText(error, t(confident.error ? 'admin.match.failed' : 'admin.match.approveFailed'))} />
      )}
      {confident.isPending && <Spinner label={t('admin.loading')} />}
      {approve.isPending && (
        <Spinner
          label={t('admin.match.bulkWorking', {
            n: format.count(progress),
            all: format.count(confident.data?.length ?? 0),
          })}
        />
      )}
      {approve.data && confident.data ? (
        <Outcome outcome={approve.data} matches={confident.data} />
      ) : (
        confident.data &&
        !approve.isPending && (
          <Question matches={confident.data} onApprove={() => approve.mutate(confident.data)} onClose={onClose} />
        )
      )}
    </Dialog>
  )
}

function Question({ matches, onApprove, onClose }: { matches: Match[]; onApprove: () => void; onClose: () => void }) {
  const { t, format } = useText()
  if (matches.length === 0) return <p role="status">{t('admin.match.bulkNone')}</p>
  return (
    <>
      <p>{t('admin.match.bulkConfirm', { n: format.count(matches.length) })}</p>
      <MatchLines matches={matches} />
      <p>{t('admin.match.bulkUndoable')}</p>
      <DialogActions>
        <Button onClick={onClose}>{t('admin.cancel')}</Button>
        <Button kind="filled" icon="check" onClick={onApprove}>
          {t('admin.match.bulkApprove')}
        </Button>
      </DialogActions>
    </>
  )
}

function Outcome({ outcome: { doneCount, failed }, matches }: { outcome: DecisionResult; matches: Match[] }) {
  const names = new Map(matches.map(({ id, candidateProduct: offer }) => [id, offer.name]))
  return (
    <FailedList
      doneCount={doneCount}
      failed={failed}
      names={names}
      allDone="admin.match.bulkDone"
      partly="admin.match.bulkPartly"
    />
  )
}
