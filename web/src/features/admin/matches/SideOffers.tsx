import { useText } from '~/i18n/useText'
import { Price } from '~/ui/Price'
import styles from './Matches.module.css'
import type { MatchSide } from './matches'
import { RetailerByName } from '../shared/RetailerByName'

/** The offers of one of the two product pages: title, retailer, price, link. */
export function SideOffers({ side: { name, offers, offerCount } }: { side: MatchSide }) {
  const { t, format } = useText()
  if (offers.length === 0) return null
  const more = offerCount - offers.length
  return (
    <div className={styles.offers}>
      <h3>{t('admin.match.offers', { count: offerCount, n: format.count(offerCount) })}</h3>
      <ul aria-label={t('admin.match.offersOf', { name })}>
        {offers.map((offer) => (
          <li key={`${offer.retailer} ${offer.url}`}>
            <a href={offer.url} target="_blank" rel="noopener nofollow" dir="auto">
              {offer.title}
            </a>
            <span className={styles.offerFoot}>
              <RetailerByName name={offer.retailer} />
              <Price value={offer.price} unavailable={offer.stock === 'out'} />
            </span>
          </li>
        ))}
      </ul>
      {more > 0 && <p>{t('admin.match.moreOffers', { count: more, n: format.count(more) })}</p>}
    </div>
  )
}
