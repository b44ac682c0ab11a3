import type { CardVerdict } from '~/api/wire'
import { useText } from '~/i18n/useText'
import { classNames } from '~/ui/classNames'
import styles from './PriceVerdictWord.module.css'

/**
 * The verdict on a product's price in a few words: "12% under usual, lowest in 90 days". Screen readers and the pointer get
 * it with its evidence.
 */
export function PriceVerdictWord({ verdict }: { verdict: CardVerdict }) {
  const { t, format } = useText()
  const values = {
    days: format.count(verdict.days ?? 0),
    n: format.count(verdict.savedPercent ?? 0),
    usual: format.money(verdict.usualPrice ?? 0),
    before: format.money(verdict.lowestBefore ?? 0),
  }
  const word =
    verdict.kind === 'LOWEST' && (verdict.savedPercent ?? 0) > 0 ? 'LOWEST.saved' : (`${verdict.kind}.word` as const)
  const why = t(`card.verdict.${verdict.kind}.why`, values)
  return (
    <span className={classNames(styles.word, verdict.kind === 'RAISED' && styles.raised)} title={why}>
      <span aria-hidden="true">{t(`card.verdict.${word}`, values)}</span>
      <span className="sr">{why}</span>
    </span>
  )
}
