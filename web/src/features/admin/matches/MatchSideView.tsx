import { Link } from '@tanstack/react-router'
import type { Category } from '~/api/wire'
import { useText } from '~/i18n/useText'
import { parseCategory } from '~/lib/categories'
import { ButtonAnchor } from '~/ui/Button'
import { classNames } from '~/ui/classNames'
import { PartPicture } from '~/ui/PartPicture'
import { Price } from '~/ui/Price'
import styles from './Matches.module.css'
import type { Evidence, MatchSide } from './matches'
import { markWords } from './matchWords'
import { RetailerByName } from '../shared/RetailerByName'
import { SideOffers } from './SideOffers'

type MatchSideProps = { side: MatchSide; rationale: Evidence[]; kind: 'reference' | 'candidate' }

/**
 * One side of a match, a product or a retailer's offer: picture, name with its differing words marked, retailer, price,
 * link, and the offers of its product page.
 */
export function MatchSideView({ side, rationale, kind }: MatchSideProps) {
  const { t } = useText()
  const category: Category = parseCategory(side.category ?? '') ?? 'OTHER'
  const words = markWords(side.name, rationale, kind === 'candidate' ? 'offer' : 'product')
  const name = words.map(({ word, kind: mark }, index) => (
    // oxlint-disable-next-line react/no-array-index-key -- a word may stand twice in a name
    <span key={index} className={mark === 'same' ? undefined : classNames(styles.mark, styles[mark])}>
      {word}{' '}
    </span>
  ))
  return (
    <div className={styles.side}>
      <div className={styles.sideHead}>
        <span>{t(`admin.match.${kind}`)}</span>
        {side.url !== null && (
          <ButtonAnchor
            kind="quiet"
            small
            after="out"
            href={side.url}
            target="_blank"
            rel="noopener nofollow"
            aria-label={t('admin.match.openOf', { name: side.name })}
          >
            {t('admin.open')}
          </ButtonAnchor>
        )}
      </div>
      <div className={styles.stage}>
        <PartPicture place="card" product={{ category, picture: side.picture, specs: side.specs, name: side.name }} />
      </div>
      <p className={styles.title} dir="auto">
        {side.productId === null ? (
          name
        ) : (
          <Link to="/product/$productId" params={{ productId: side.productId }}>
            {name}
          </Link>
        )}
      </p>
      <div className={styles.sideFoot}>
        {side.retailer === null ? <span>{t('admin.match.notSold')}</span> : <RetailerByName name={side.retailer} />}
        <Price value={side.price} size="lg" unavailable={side.stock === 'out'} />
      </div>
      <SideOffers side={side} />
    </div>
  )
}
