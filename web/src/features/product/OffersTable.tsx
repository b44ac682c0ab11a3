import { Link } from '@tanstack/react-router'
import type { Category, Offer } from '~/api/wire'
import { useText } from '~/i18n/useText'
import { subtractKwd } from '~/lib/money'
import { clickOutHandlers } from '~/lib/clickOut'
import { isOffered } from '~/lib/product/isOffered'
import { computeDeliveryFee, sortByDeliveredPrice, type DeliveredOffer } from '~/lib/product/offers'
import { ButtonLink } from '~/lib/ButtonLink'
import { ButtonAnchor } from '~/ui/Button'
import { Chip } from '~/ui/Chip'
import { classNames } from '~/ui/classNames'
import { Empty } from '~/ui/Empty'
import { noteClass, Panel } from '~/ui/Panel'
import { UnknownValue, Price } from '~/ui/Price'
import { RetailerLabel, useRetailerName } from '~/ui/RetailerLabel'
import { CheckedAgo } from '~/ui/product/CheckedAgo'
import { Stock } from '~/ui/product/Stock'
import styles from './OffersTable.module.css'

/** All offers by price including delivery, cheapest first; offers that cannot be bought last. */
export function OffersTable({ offers, category }: { offers: Offer[]; category: Category }) {
  const { t, format } = useText()
  const sorted = sortByDeliveredPrice(offers)
  const best = sorted.find(({ offer }) => offer.inStock)
  const retailers = new Set(offers.map((offer) => offer.retailerSlug)).size
  const title = t('product.shopsTitle', { count: retailers, n: format.count(retailers) })
  if (offers.length === 0) {
    return (
      <Panel title={title}>
        <Empty title={t('product.notSoldTitle')}>
          <ButtonLink to="/products" search={{ category: [category] }} kind="outline">
            {t('product.soldNow', { category: t(`category.${category}.many`) })}
          </ButtonLink>
        </Empty>
      </Panel>
    )
  }
  return (
    <Panel title={title} aside={<span className={noteClass}>{t('product.shopsNote')}</span>}>
      <table className={styles.offers}>
        <thead className="sr-narrow">
          <tr>
            <th scope="col">{t('product.shop')}</th>
            <th scope="col">{t('product.stock')}</th>
            <th scope="col">{t('product.delivery')}</th>
            <th scope="col" className={classNames(styles.amount, styles.optional)}>
              {t('product.base')}
            </th>
            <th scope="col" className={classNames(styles.amount, styles.optional)}>
              {t('product.promo')}
            </th>
            <th scope="col" className={styles.amount}>
              {t('product.price')}
            </th>
            <th>
              <span className="sr">{t('product.buy')}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {sorted.map((one) => (
            <OfferRow key={one.offer.id} row={one} best={best} category={category} />
          ))}
        </tbody>
      </table>
    </Panel>
  )
}

type OfferRowProps = { row: DeliveredOffer; best: DeliveredOffer | undefined; category: Category }

function OfferRow({ row, best, category }: OfferRowProps) {
  const { t, format } = useText()
  const { offer, deliveryFee, deliveredPrice } = row
  const isBest = offer.id === best?.offer.id
  // Without a stated delivery fee only the prices can be compared.
  const comparable = deliveryFee !== null && best?.deliveryFee !== null
  const { listPrice } = offer
  const promo = listPrice !== null && listPrice > offer.price ? subtractKwd(offer.price, listPrice) : null
  return (
    <tr className={classNames(isBest && styles.best, !isOffered(offer) && styles.gone)}>
      <td className={styles.retailer}>
        <Link to="/shop/$slug" params={{ slug: offer.retailerSlug }} className={styles.shop}>
          <RetailerLabel slug={offer.retailerSlug} name={offer.retailer} className={styles.name} />
        </Link>
        <CheckedAgo at={offer.updatedAt} old={offer.age !== 'FRESH'} className={styles.seen} />
        <PriceBefore offer={offer} />
      </td>
      <td className={styles.stock}>
        <Stock stock={offer.stock} left={offer.stockLeft} />
      </td>
      <td className={styles.delivery}>
        <Delivery offer={offer} />
      </td>
      <td className={classNames(styles.amount, styles.optional)}>
        {promo === null || listPrice === null ? <UnknownValue /> : <bdi dir="ltr">{format.money(listPrice)}</bdi>}
      </td>
      <td className={classNames(styles.amount, styles.optional, promo !== null && styles.promo)}>
        {promo === null ? <UnknownValue /> : <bdi dir="ltr">{format.difference(promo)}</bdi>}
      </td>
      <td className={classNames(styles.amount, styles.price)}>
        <Price value={offer.price} size="lg" best={isBest} unavailable={!isOffered(offer)} />
        {offer.inStock && deliveryFee !== null && deliveryFee > 0 && (
          <span className={styles.difference}>{t('product.delivered', { amount: format.money(deliveredPrice) })}</span>
        )}
        <span className={styles.difference}>
          {isBest && t('product.lowest')}
          {!isOffered(offer) && t('product.lastPrice')}
          {offer.inStock && !isBest && best && (
            <bdi dir="ltr">
              {format.difference(
                comparable
                  ? subtractKwd(deliveredPrice, best.deliveredPrice)
                  : subtractKwd(offer.price, best.offer.price),
              )}
            </bdi>
          )}
        </span>
      </td>
      <td className={styles.go}>
        <BuyLink offer={offer} isBest={isBest} category={category} />
      </td>
    </tr>
  )
}

/** The shop's own "was", and whether it is true. */
function PriceBefore({ offer: { listPrice, listPriceCheck } }: { offer: Offer }) {
  const { t, format } = useText()
  if (listPrice === null || !listPriceCheck) return null
  const { code, lowestBefore } = listPriceCheck
  return (
    <span className={classNames(styles.was, code === 'UNTRUE' && styles.untrue)}>
      {t(`product.was.${code}`, { before: format.money(listPrice), lowest: format.money(lowestBefore ?? listPrice) })}
    </span>
  )
}

function BuyLink({ offer, isBest, category }: { offer: Offer; isBest: boolean; category: Category }) {
  const { t } = useText()
  const retailerName = useRetailerName()
  return (
    <ButtonAnchor
      small
      kind={isBest ? 'filled' : offer.inStock ? 'plain' : 'quiet'}
      after="out"
      href={offer.url}
      target="_blank"
      rel="noopener nofollow sponsored"
      {...clickOutHandlers(offer.retailerSlug, category)}
      aria-label={t(offer.inStock ? 'product.buyAt' : 'product.viewAt', {
        shop: retailerName(offer.retailerSlug, offer.retailer),
      })}
    >
      {t(offer.inStock ? 'product.buy' : 'product.view')}
    </ButtonAnchor>
  )
}

function Delivery({ offer }: { offer: Offer }) {
  const { t, format } = useText()
  const { shipping, shippingFreeOver } = offer
  const fee = computeDeliveryFee(offer)
  return (
    <span className={styles.rule}>
      {fee === null && <UnknownValue />}
      {fee === 0 && t('product.free')}
      {fee !== null && fee > 0 && t('product.deliveryFee', { amount: format.money(fee) })}
      {shipping !== 0 && shippingFreeOver !== null && offer.price < shippingFreeOver && (
        <span className={styles.dim}>{t('product.freeOver', { amount: format.money(shippingFreeOver) })}</span>
      )}
      {offer.tabby && <Chip>{t('product.tabby')}</Chip>}
    </span>
  )
}
