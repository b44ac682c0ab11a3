import { Link } from '@tanstack/react-router'
import { Suspense } from 'react'
import type { Offer, Product } from '~/api/wire'
import { withTexts } from '~/i18n'
import { useText } from '~/i18n/useText'
import { ButtonLink } from '~/lib/ButtonLink'
import { BuildButton } from '~/lib/product/BuildButton'
import { isOffered } from '~/lib/product/isOffered'
import { cheapestDelivered, sortByDeliveredPrice, type DeliveredOffer } from '~/lib/product/offers'
import { useCanCheckFit } from '~/lib/product/useBuildStatus'
import { lazyPiece, renderNothing } from '~/ui/lazyPiece'
import { PartPicture } from '~/ui/PartPicture'
import { Price } from '~/ui/Price'
import { Name } from '~/ui/ProductName'
import { Stock } from '~/ui/product/Stock'
import { RetailerLabel } from '~/ui/RetailerLabel'
import styles from './Scan.module.css'

const FitChip = lazyPiece(
  withTexts(['browsing'], () => import('~/lib/fit/FitLine')),
  'FitChip',
  renderNothing,
)

/** Offers listed here; the product's page has all. */
const MAX_OFFERS = 5

/** A scanned product, in few words: a shopper reads it in front of the shelf. */
export function ScannedProduct({ product, offers }: { product: Product; offers: Offer[] }) {
  const { t } = useText()
  const canCheckFit = useCanCheckFit(product)
  const sorted = sortByDeliveredPrice(offers)
  return (
    <article className={styles.product}>
      <div className={styles.picture}>
        <PartPicture product={product} place="card" loading="eager" />
      </div>
      <div className={styles.facts}>
        <h2>
          <Link to="/product/$productId" params={{ productId: product.id }} dir="auto">
            <Name product={product} />
          </Link>
        </h2>
        <Suspense>{canCheckFit && <FitChip product={product} />}</Suspense>
        <Cheapest cheapest={cheapestDelivered(offers)} />
      </div>
      {sorted.length > 0 && (
        <ul className={styles.offers} aria-label={t('scan.shops')}>
          {sorted.slice(0, MAX_OFFERS).map((one) => (
            <OfferLine key={one.offer.id} line={one} />
          ))}
        </ul>
      )}
      <div className={styles.actions}>
        <BuildButton product={product} filled />
        <ButtonLink to="/product/$productId" params={{ productId: product.id }} wide>
          {t('scan.open')}
        </ButtonLink>
      </div>
    </article>
  )
}

function Cheapest({ cheapest }: { cheapest: DeliveredOffer | undefined }) {
  const { t } = useText()
  if (!cheapest) return <p>{t('scan.notInStock')}</p>
  return (
    <div>
      <p>{t(cheapest.deliveryFee === null ? 'scan.cheapestBefore' : 'scan.cheapest')}</p>
      <Price value={cheapest.deliveredPrice} size="xl" best />
    </div>
  )
}

function OfferLine({ line: { offer, deliveryFee, deliveredPrice } }: { line: DeliveredOffer }) {
  const { t } = useText()
  return (
    <li>
      <RetailerLabel slug={offer.retailerSlug} name={offer.retailer} />
      <Stock stock={offer.stock} left={offer.stockLeft} />
      <span className={styles.amount}>
        <Price value={deliveredPrice} unavailable={!isOffered(offer)} />
        <small>{t(deliveryFee === null ? 'scan.feeUnknown' : 'scan.delivered')}</small>
      </span>
    </li>
  )
}
