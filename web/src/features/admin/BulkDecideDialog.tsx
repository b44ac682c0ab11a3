import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useText } from '~/i18n/useText'
import { Button } from '~/ui/Button'
import { Chip } from '~/ui/Chip'
import { Dialog, DialogActions } from '~/lib/dialog/Dialog'
import { ErrorAlert } from '~/ui/ErrorAlert'
import { Checkbox } from '~/ui/Field'
import { Spinner } from '~/ui/Spinner'
import { FailedList } from './FailedList'
import styles from './Matches.module.css'
import {
  allMatchQueries,
  decideMatches,
  MAX_BULK_MATCHES,
  numbersDiffer,
  loadPendingMatches,
  formatPercent,
  type Match,
  type MatchFilter,
} from './matches'
import { useAdminErrorText } from './useAdminErrorText'
import { useSubmit } from '~/lib/useSubmit'

type Answer = 'APPROVED' | 'REJECTED'
type BulkDecideDialogProps = { filter: MatchFilter; matches?: Match[]; onClose: () => void }

/** Lists the given matches, else all pending ones of a filter, and approves or rejects the ticked ones together. */
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
          label={t('admin.match.bulkWorking', {
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
        <Choice matches={listedMatches} onDecide={(status, ids) => decide.mutate({ status, ids })} onClose={onClose} />
      )}
    </Dialog>
  )
}

type ChoiceProps = { matches: Match[]; onDecide: (status: Answer, ids: string[]) => void; onClose: () => void }

function Choice({ matches, onDecide, onClose }: ChoiceProps) {
  const { t, format } = useText()
  const decidable = matches.filter((match) => !numbersDiffer(match))
  const [chosen, setChosen] = useState<ReadonlySet<string>>(() => new Set(decidable.map(({ id }) => id)))
  const toggle = (id: string) =>
    setChosen((before) =>
      before.has(id) ? new Set([...before].filter((one) => one !== id)) : new Set([...before, id]),
    )
  const ids = decidable.map(({ id }) => id).filter((id) => chosen.has(id))
  const areAllChosen = ids.length === decidable.length
  if (matches.length === 0) return <p role="status">{t('admin.match.emptyText')}</p>
  return (
    <>
      <p>{t('admin.match.togetherText', { n: format.count(ids.length), all: format.count(matches.length) })}</p>
      {matches.length >= MAX_BULK_MATCHES && (
        <p>{t('admin.match.togetherMost', { n: format.count(MAX_BULK_MATCHES) })}</p>
      )}
      <label className={styles.pick}>
        <Checkbox
          checked={areAllChosen}
          disabled={decidable.length === 0}
          onChange={() => setChosen(areAllChosen ? new Set() : new Set(decidable.map(({ id }) => id)))}
        />
        {t('admin.all')}
      </label>
      <ul className={styles.preview}>
        {matches.map((match) => (
          <Line key={match.id} match={match} checked={chosen.has(match.id)} onToggle={() => toggle(match.id)} />
        ))}
      </ul>
      <DialogActions>
        <Button onClick={onClose}>{t('admin.cancel')}</Button>
        <Button kind="danger" icon="x" disabled={ids.length === 0} onClick={() => onDecide('REJECTED', ids)}>
          {t('admin.match.togetherReject')}
        </Button>
        <Button kind="filled" icon="check" disabled={ids.length === 0} onClick={() => onDecide('APPROVED', ids)}>
          {t('admin.match.bulkApprove')}
        </Button>
      </DialogActions>
    </>
  )
}

type LineProps = { match: Match; checked: boolean; onToggle: () => void }

function Line({ match, checked, onToggle }: LineProps) {
  const { t } = useText()
  const { confidence, candidateProduct: offer, referenceProduct: product } = match
  const differ = numbersDiffer(match)
  return (
    <li className={styles.pick}>
      <Checkbox
        aria-label={t('admin.match.togetherOf', { name: offer.name })}
        checked={checked && !differ}
        disabled={differ}
        onChange={onToggle}
      />
      <bdi dir="ltr">{formatPercent(confidence)}</bdi>
      <span>
        <bdi dir="auto">{offer.name}</bdi> = <bdi dir="auto">{product.name}</bdi>
      </span>
      {differ && <Chip kind="warning">{t('admin.match.numbersDiffer')}</Chip>}
    </li>
  )
}
