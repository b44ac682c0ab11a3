import { Link } from '@tanstack/react-router'
import { useId, type CSSProperties } from 'react'
import { useText } from '~/i18n/useText'
import { Button } from '~/ui/Button'
import { Chip } from '~/ui/Chip'
import { classNames } from '~/ui/classNames'
import { Kbd } from '~/ui/Kbd'
import { noteClass, panelClass } from '~/ui/Panel'
import { MatchFacts } from './MatchFacts'
import styles from './Matches.module.css'
import { assessments, formatPercent, statuses, type Match } from './matches'
import { MatchSideView } from './MatchSideView'
import { MatchReasons } from './MatchReasons'
import { standingEvidence } from './standingEvidence'
import { MoreMenu } from './MoreMenu'
import { OtherReviewers } from './OtherReviewers'
import { confidenceTone, ToneChip } from '../table/ToneChip'

type MatchPairProps = {
  match: Match
  /** Null where the shown page does not have the match. */
  position: { n: number; all: number } | null
  busy: boolean
  onApprove: () => void
  onReject: () => void
  onFlag: () => void
  onReopen: () => void
}

/** One match: both sides, their differences, the matcher's evidence, and the buttons that decide on it. */
export function MatchPair({ match, position, busy, onApprove, onReject, onFlag, onReopen }: MatchPairProps) {
  const { t, format } = useText()
  const heading = useId()
  const rationale = standingEvidence(match)
  const percent = formatPercent(match.confidence)
  return (
    <section className={classNames(panelClass, styles.pair)} aria-labelledby={heading}>
      <div className={styles.verdict}>
        <h2 id={heading}>{t('admin.match.same')}</h2>
        <AssessmentChip assessment={match.decision} />
        <StatusChip status={match.status} />
        <span className={styles.bar} aria-hidden="true" style={{ '--at': percent } as CSSProperties}>
          <i />
        </span>
        <ToneChip tone={confidenceTone(match.confidence)}>{t('admin.match.confidence', { percent })}</ToneChip>
        <span className={classNames(noteClass, styles.position)}>
          {position && t('admin.match.position', { n: format.count(position.n), all: format.count(position.all) })}
        </span>
        <Link to="/admin" search={{ tab: 'matches', match: match.id }}>
          {t('admin.match.linkTo')}
        </Link>
      </div>
      <OtherReviewers matchId={match.id} />
      <div className={styles.sides}>
        <MatchSideView side={match.referenceProduct} rationale={rationale} kind="reference" />
        <MatchSideView side={match.candidateProduct} rationale={rationale} kind="candidate" />
      </div>
      <MatchFacts match={match} />
      <MatchReasons match={{ ...match, rationale }} />
      {match.status !== 'PENDING' && (
        <div className={styles.actions}>
          <MoreMenu actions={[{ label: t('admin.match.reopen'), icon: 'swap', disabled: busy, onChoose: onReopen }]} />
        </div>
      )}
      {match.status === 'PENDING' && (
        <div className={styles.actions}>
          <Button kind="filled" icon="check" disabled={busy} onClick={onApprove}>
            {t('admin.match.approve')} <Kbd>A</Kbd>
          </Button>
          <Button kind="danger" icon="x" disabled={busy} onClick={onReject}>
            {t('admin.match.reject')} <Kbd>N</Kbd>
          </Button>
          <Button icon="flag" disabled={busy} onClick={onFlag}>
            {t('admin.match.flag')} <Kbd>F</Kbd>
          </Button>
          <span className={styles.hint} aria-hidden="true">
            <Kbd>↑</Kbd>
            <Kbd>↓</Kbd> {t('admin.match.keys')}
          </span>
        </div>
      )}
    </section>
  )
}

function AssessmentChip({ assessment }: { assessment: string }) {
  const { t } = useText()
  const known = assessments.find((one) => one === assessment)
  const kind = known === 'MATCH' ? 'ok' : known === 'NO_MATCH' ? 'error' : 'warning'
  return <Chip kind={kind}>{known ? t(`admin.match.decision.${known}`) : assessment}</Chip>
}

function StatusChip({ status }: { status: string }) {
  const { t } = useText()
  const known = statuses.find((one) => one === status)
  const kind = known === 'APPROVED' ? 'ok' : known === 'REJECTED' ? 'error' : 'unknown'
  return <Chip kind={kind}>{known ? t(`admin.match.status.${known}`) : status}</Chip>
}
