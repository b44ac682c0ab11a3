import type { ReactNode } from 'react'
import { useText } from '~/i18n/useText'
import { Chip } from '~/ui/Chip'
import styles from '../matches/Matches.module.css'
import { formatPercent, numbersDiffer, type Match } from '../matches/matches'

/** Pair of a bulk decision: the offer's title and the product's name, with the confidence. */
export function MatchLine({ match, children }: { match: Match; children?: ReactNode }) {
  const { t } = useText()
  return (
    <li className={styles.pick}>
      {children}
      <bdi dir="ltr">{formatPercent(match.confidence)}</bdi>
      <span>
        <bdi dir="auto">{match.candidateProduct.name}</bdi> = <bdi dir="auto">{match.referenceProduct.name}</bdi>
      </span>
      {numbersDiffer(match) && <Chip kind="warning">{t('admin.match.numbersDiffer')}</Chip>}
    </li>
  )
}

/** The pairs of a bulk decision, which scroll in a frame of their own. */
export function MatchLines({ matches }: { matches: Match[] }) {
  const { t } = useText()
  return (
    <div className={styles.preview} tabIndex={0} role="region" aria-label={t('admin.match.bulkPairs')}>
      <ul>
        {matches.map((match) => (
          <MatchLine key={match.id} match={match} />
        ))}
      </ul>
    </div>
  )
}
