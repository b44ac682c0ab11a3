import { useEffect, useRef } from 'react'
import { useText } from '~/i18n/useText'
import { classNames } from '~/ui/classNames'
import { Checkbox } from '~/ui/Field'
import { panelClass } from '~/ui/Panel'
import styles from './MatchQueue.module.css'
import { formatPercent, type Match } from '../matches/matches'
import type { MatchGroup } from './matchGroups'
import { RetailerByName } from '../shared/RetailerByName'
import { QueueBar } from './QueueBar'
import { confidenceTone } from '../table/ToneChip'
import type { TickedMatches } from './useTickedMatches'

type MatchQueueProps = {
  groups: MatchGroup[]
  selectedId: string
  ticks: TickedMatches
  onSelect: (id: string) => void
  onBulkDecide: () => void
}

/** The matches of the shown page, grouped by product. */
export function MatchQueue({ groups, selectedId, ticks, onSelect, onBulkDecide }: MatchQueueProps) {
  const { t, format } = useText()
  return (
    <section className={classNames(panelClass, styles.queue)} aria-label={t('admin.match.queue')}>
      {groups.some(({ matches }) => matches.some(({ status }) => status === 'PENDING')) && (
        <QueueBar ticks={ticks} onBulkDecide={onBulkDecide} />
      )}
      <ul>
        {groups.map(({ reference, matches }) => (
          <li key={reference.id}>
            <p className={styles.group}>
              <bdi dir="auto">{reference.name}</bdi>
              {matches.length > 1 && (
                <small>{t('admin.match.candidates', { count: matches.length, n: format.count(matches.length) })}</small>
              )}
            </p>
            <ul>
              {matches.map((match) => (
                <QueueEntry
                  key={match.id}
                  match={match}
                  selected={match.id === selectedId}
                  ticks={ticks}
                  onSelect={onSelect}
                />
              ))}
            </ul>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Height that must stay visible above the selected match, in pixels: the bar and the name of the product. */
const MIN_ROOM_ABOVE = 84

type QueueEntryProps = { match: Match; selected: boolean; ticks: TickedMatches; onSelect: (id: string) => void }

function QueueEntry({ match, selected, ticks, onSelect }: QueueEntryProps) {
  const { t } = useText()
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    const entry = button.current
    const box = entry?.closest('section')
    if (!selected || !entry || !box) return
    // Scroll only the list, and only vertically: the page keeps its position.
    const above = entry.getBoundingClientRect().top - box.getBoundingClientRect().top
    const below = above + entry.offsetHeight - box.clientHeight
    if (above < MIN_ROOM_ABOVE) box.scrollTop += above - MIN_ROOM_ABOVE
    else if (below > 0) box.scrollTop += below
  }, [selected])
  return (
    <li className={styles.row}>
      {match.status === 'PENDING' && (
        <label className={styles.tick}>
          <Checkbox
            aria-label={t('admin.match.togetherOf', { name: match.candidateProduct.name })}
            checked={ticks.isTicked(match.id)}
            onChange={() => ticks.toggle(match.id)}
          />
        </label>
      )}
      <button
        ref={button}
        type="button"
        className={styles.entry}
        aria-current={selected}
        onClick={() => onSelect(match.id)}
      >
        <span className={classNames(styles.percent, styles[confidenceTone(match.confidence)])}>
          <bdi dir="ltr">{formatPercent(match.confidence)}</bdi>
        </span>
        <span className={styles.name} dir="auto">
          {match.candidateProduct.name}
        </span>
        <span className={styles.retailer}>
          {match.candidateProduct.retailer !== null && <RetailerByName name={match.candidateProduct.retailer} />}
          {match.status !== 'PENDING' && (
            <> · {t(match.status === 'APPROVED' ? 'admin.match.status.APPROVED' : 'admin.match.status.REJECTED')}</>
          )}
        </span>
      </button>
    </li>
  )
}
