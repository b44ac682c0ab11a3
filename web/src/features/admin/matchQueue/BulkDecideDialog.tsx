import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useText } from '~/i18n/useText'
import { Button } from '~/ui/Button'
import { Dialog, DialogActions } from '~/lib/dialog/Dialog'
import { ErrorAlert } from '~/ui/ErrorAlert'
import { Checkbox } from '~/ui/Field'
import { Spinner } from '~/ui/Spinner'
import { FailedList } from '../shared/FailedList'
import styles from '../matches/Matches.module.css'
import { MatchLine, MatchLines } from './MatchLine'
import {
  allMatchQueries,
  decideMatches,
  MAX_BULK_MATCHES,
  numbersDiffer,
  loadPendingMatches,
  type Match,
  type MatchFilter,
} from '../matches/matches'
import { useAdminErrorText } from '../shared/useAdminErrorText'
import { useSubmit } from '~/lib/useSubmit'

type Answer = 'APPROVED' | 'REJECTED'
type BulkDecideDialogProps = { filter: MatchFilter; matches?: Match[]; onClose: () => void }

/**
 * Lists the given matches, else all pending ones of a filter, and approves or rejects the ticked ones together, after a
 * question with their number.
 */
export function BulkDecideDialog({ filter, matches, onClose }: BulkDecideDialogProps) {
  const { t, format } = useText()
  const errorText = useAdminErrorText()
  const queryClient = useQueryClient()
  const [progress, setProgress] = useState(0)
  const pending = useQuery({
    queryKey: [...allMatchQueries.queryKey, 'bulkDecide', filter],
    queryFn: () => loadPendingMatches(filter),
    enabled: matches === undefined,
    gcTime: 0,
    staleTime: Infinity,
  })
  const listedMatches = matches ?? pending.data
  const decide = useSubmit({
    mutationFn: ({ status, ids }: { status: Answer; ids: string[] }) => decideMatches(status, ids, setProgress),
    // Keep the list as it was loaded: a refetch would drop the matches that are decided now.
    onSettled: () =>
      queryClient.invalidateQueries({
        ...allMatchQueries,
        predicate: ({ queryKey }) => !queryKey.includes('bulkDecide'),
      }),
  })
  const error = pending.error ?? decide.error
  const rejected = decide.variables?.status === 'REJECTED'
  const decideFailed = rejected ? 'admin.match.rejectFailed' : 'admin.match.approveFailed'
  return (
    <Dialog title={t('admin.match.together')} closeLabel={t('admin.close')} onClose={onClose} wide>
      {error && <ErrorAlert text={errorText(error, t(pending.error ? 'admin.match.failed' : decideFailed))} />}
      {!listedMatches && !pending.error && <Spinner label={t('admin.loading')} />}
      {decide.isPending && (
        <Spinner
          label={t(rejected ? 'admin.match.rejectWorking' : 'admin.match.bulkWorking', {
            n: format.count(progress),
            all: format.count(decide.variables.ids.length),
          })}
        />
      )}
      {decide.data && listedMatches && (
        <FailedList
          doneCount={decide.data.doneCount}
          failed={decide.data.failed}
          names={new Map(listedMatches.map(({ id, candidateProduct: offer }) => [id, offer.name]))}
          allDone={rejected ? 'admin.match.rejectDone' : 'admin.match.bulkDone'}
          partly={rejected ? 'admin.match.rejectPartly' : 'admin.match.bulkPartly'}
        />
      )}
      {listedMatches && !decide.data && !decide.isPending && (
        <Choice
          matches={listedMatches}
          tickedBefore={(matches ?? []).map(({ id }) => id)}
          onDecide={(status, ids) => decide.mutate({ status, ids })}
          onClose={onClose}
        />
      )}
    </Dialog>
  )
}

type ChoiceProps = {
  matches: Match[]
  /** The ids that were ticked in the queue; none of a filter's matches is ticked by itself. */
  tickedBefore: string[]
  onDecide: (status: Answer, ids: string[]) => void
  onClose: () => void
}

function Choice({ matches, tickedBefore, onDecide, onClose }: ChoiceProps) {
  const { t, format } = useText()
  const [ticked, setTicked] = useState<ReadonlySet<string>>(() => new Set(tickedBefore))
  const [answer, setAnswer] = useState<Answer | null>(null)
  const toggle = (id: string) =>
    setTicked((before) =>
      before.has(id) ? new Set([...before].filter((one) => one !== id)) : new Set([...before, id]),
    )
  const chosen = matches.filter(({ id }) => ticked.has(id))
  const approvable = chosen.filter((match) => !numbersDiffer(match))
  const areAllTicked = chosen.length === matches.length
  if (matches.length === 0) return <p role="status">{t('admin.match.emptyText')}</p>
  if (answer !== null) {
    const decided = answer === 'APPROVED' ? approvable : chosen
    return (
      <Confirmation
        answer={answer}
        matches={decided}
        leftOut={chosen.length - decided.length}
        onConfirm={() =>
          onDecide(
            answer,
            decided.map(({ id }) => id),
          )
        }
        onBack={() => setAnswer(null)}
      />
    )
  }
  return (
    <>
      <p>{t('admin.match.togetherText', { n: format.count(chosen.length), all: format.count(matches.length) })}</p>
      {matches.length >= MAX_BULK_MATCHES && (
        <p>{t('admin.match.togetherMost', { n: format.count(MAX_BULK_MATCHES) })}</p>
      )}
      <label className={styles.pick}>
        <Checkbox
          checked={areAllTicked}
          onChange={() => setTicked(areAllTicked ? new Set() : new Set(matches.map(({ id }) => id)))}
        />
        {t('admin.all')}
      </label>
      <ul className={styles.preview}>
        {matches.map((match) => (
          <MatchLine key={match.id} match={match}>
            <Checkbox
              aria-label={t('admin.match.togetherOf', { name: match.candidateProduct.name })}
              checked={ticked.has(match.id)}
              onChange={() => toggle(match.id)}
            />
          </MatchLine>
        ))}
      </ul>
      <DialogActions>
        <Button onClick={onClose}>{t('admin.cancel')}</Button>
        <Button kind="danger" icon="x" disabled={chosen.length === 0} onClick={() => setAnswer('REJECTED')}>
          {t('admin.match.togetherReject')}
        </Button>
        <Button kind="filled" icon="check" disabled={approvable.length === 0} onClick={() => setAnswer('APPROVED')}>
          {t('admin.match.bulkApprove')}
        </Button>
      </DialogActions>
    </>
  )
}

type ConfirmationProps = {
  answer: Answer
  matches: Match[]
  /** Number of ticked pairs that an approval leaves out because their part numbers differ. */
  leftOut: number
  onConfirm: () => void
  onBack: () => void
}

/** Asks once more, with the number of pairs and the pairs themselves. */
function Confirmation({ answer, matches, leftOut, onConfirm, onBack }: ConfirmationProps) {
  const { t, format } = useText()
  const approves = answer === 'APPROVED'
  const n = format.count(matches.length)
  return (
    <>
      <p role="status">{t(approves ? 'admin.match.togetherAskApprove' : 'admin.match.togetherAskReject', { n })}</p>
      {leftOut > 0 && <p>{t('admin.match.togetherLeftOut', { n: format.count(leftOut) })}</p>}
      <MatchLines matches={matches} />
      <p>{t('admin.match.bulkUndoable')}</p>
      <DialogActions>
        <Button onClick={onBack}>{t('admin.match.togetherBack')}</Button>
        <Button kind={approves ? 'filled' : 'danger'} icon={approves ? 'check' : 'x'} onClick={onConfirm}>
          {t(approves ? 'admin.match.togetherApproveAll' : 'admin.match.togetherRejectAll', { n })}
        </Button>
      </DialogActions>
    </>
  )
}
