import type { Category, Offer } from '~/api/wire'
import { useText } from '~/i18n/useText'
import { differenceKwd } from '~/lib/money'
import { ButtonAnchor, ButtonLink } from '~/ui/Button'
import { Chip } from '~/ui/Chip'
import { classNames } from '~/ui/classNames'
import { Empty } from '~/ui/Empty'
import { noteClass, Panel } from '~/ui/Panel'
import { NotKnown, Price } from '~/ui/Price'
import { Shop, useShopName } from '~/ui/Shop'
import { Stock } from '~/ui/Stock'
import styles from './OffersTable.module.css'

/** Every shop's price, cheapest first, what cannot be bought last. */
export function OffersTable({ offers, category }: { offers: Offer[]; category: Category }) {
  const { t, format } = useText()
  const sorted = sortOffers(offers)
  const best = sorted.find((offer) => offer.inStock)
  const shops = new Set(offers.map((offer) => offer.retailerSlug)).size
  const title = t('product.shopsTitle', { count: shops, n: format.count(shops) })
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
          {sorted.map((offer) => (
            <OfferRow key={offer.id} offer={offer} best={best} />
          ))}
        </tbody>
      </table>
    </Panel>
  )
}

/** Offers that can be bought first, each part cheapest first. */
export function sortOffers(offers: Offer[]): Offer[] {
  return offers.toSorted((a, b) => Number(b.inStock) - Number(a.inStock) || a.price - b.price)
}

function OfferRow({ offer, best }: { offer: Offer; best: Offer | undefined }) {
  const { t, format } = useText()
  const shopName = useShopName()
  const isBest = offer.id === best?.id
  const { listPrice } = offer
  const promo = listPrice !== null && listPrice > offer.price ? differenceKwd(offer.price, listPrice) : null
  const shop = shopName(offer.retailerSlug, offer.retailer)
  return (
    <tr className={classNames(isBest && styles.best, !offer.inStock && styles.gone)}>
      <td className={styles.shop}>
        <Shop slug={offer.retailerSlug} name={offer.retailer} className={styles.name} />
        <small className={styles.seen} title={format.fullDay(offer.updatedAt)}>
          {t('product.checked', { ago: format.ago(offer.updatedAt) })}
        </small>
      </td>
      <td className={styles.stock}>
        <Stock stock={offer.stock} left={offer.stockLeft} />
      </td>
      <td className={styles.delivery}>
        <Delivery offer={offer} />
      </td>
      <td className={classNames(styles.amount, styles.optional)}>
        {promo === null || listPrice === null ? <NotKnown /> : <bdi dir="ltr">{format.money(listPrice)}</bdi>}
      </td>
      <td className={classNames(styles.amount, styles.optional, promo !== null && styles.promo)}>
        {promo === null ? <NotKnown /> : <bdi dir="ltr">{format.difference(promo)}</bdi>}
      </td>
      <td className={classNames(styles.amount, styles.price)}>
        <Price value={offer.price} size="lg" best={isBest} dead={!offer.inStock} />
        <span className={styles.difference}>
          {isBest && t('product.lowest')}
          {!offer.inStock && t('product.lastPrice')}
          {offer.inStock && !isBest && best && <bdi dir="ltr">{format.difference(differenceKwd(offer.price, best.price))}</bdi>}
        </span>
      </td>
      <td className={styles.go}>
        <ButtonAnchor
          small
          kind={isBest ? 'filled' : offer.inStock ? 'plain' : 'quiet'}
          after="out"
          href={offer.url}
          target="_blank"
          rel="noopener nofollow sponsored"
          aria-label={t(offer.inStock ? 'product.buyAt' : 'product.viewAt', { shop })}
        >
          {t(offer.inStock ? 'product.buy' : 'product.view')}
        </ButtonAnchor>
      </td>
    </tr>
  )
}

function Delivery({ offer }: { offer: Offer }) {
  const { t, format } = useText()
  const { shipping, shippingFreeOver } = offer
  return (
    <span className={styles.rule}>
      {shipping === null && shippingFreeOver === null && <NotKnown />}
      {shipping === 0 && t('product.free')}
      {shipping !== null && shipping > 0 && t('product.deliveryFee', { amount: format.money(shipping) })}
      {shipping !== 0 && shippingFreeOver !== null && offer.price < shippingFreeOver && (
        <span className={styles.dim}>{t('product.freeOver', { amount: format.money(shippingFreeOver) })}</span>
      )}
      {offer.tabby && <Chip>{t('product.tabby')}</Chip>}
    </span>
  )
}
