import type { Offer } from '~/api/wire'
import { sumKwd } from '~/lib/money'

/** An offer with its price including delivery. */
export type DeliveredOffer = {
  offer: Offer
  /** Delivery fee of this offer alone, in KWD; null where the retailer does not state it. */
  deliveryFee: number | null
  /** Price with delivery, in KWD; the price alone where the fee is not known. */
  deliveredPrice: number
}

/** Returns the delivery fee of one piece by the retailer's rule, in KWD; null where the retailer states none. */
export function computeDeliveryFee({
  price,
  shipping,
  shippingFreeOver,
}: Pick<Offer, 'price' | 'shipping' | 'shippingFreeOver'>): number | null {
  if (shippingFreeOver !== null && price >= shippingFreeOver) return 0
  return shipping
}

/**
 * Sorts offers: those in stock first, then those on pre-order, then the rest; in each those not read for days last, then
 * by price including delivery. An unstated fee counts as the highest fee of the other offers, so that an offer does not
 * look cheaper than it may be. Of equal totals, one with a stated fee comes first, then the one with the lower price: the
 * server orders them alike (`api/src/site/content/product.rs`).
 *
 * Example: A costs 100 with a fee of 2, B 101 without a stated fee. B counts as 103 and stands behind A's 102.
 */
export function sortByDeliveredPrice(offers: Offer[]): DeliveredOffer[] {
  const priced = offers.map((offer) => {
    const deliveryFee = computeDeliveryFee(offer)
    return { offer, deliveryFee, deliveredPrice: sumKwd([offer.price, deliveryFee ?? 0]) }
  })
  const highest = Math.max(0, ...priced.map(({ deliveryFee }) => deliveryFee ?? 0))
  const comparedPrice = (one: DeliveredOffer) =>
    one.deliveryFee === null ? sumKwd([one.offer.price, highest]) : one.deliveredPrice
  return priced.toSorted(
    (a, b) =>
      stockRank(a.offer) - stockRank(b.offer) ||
      Number(a.offer.age === 'VERY_OLD') - Number(b.offer.age === 'VERY_OLD') ||
      comparedPrice(a) - comparedPrice(b) ||
      Number(a.deliveryFee === null) - Number(b.deliveryFee === null) ||
      a.offer.price - b.offer.price,
  )
}

function stockRank(offer: Offer): number {
  if (offer.inStock) return 0
  return offer.stock === 'pre_order' ? 1 : 2
}

/**
 * Returns the offer in stock that is cheapest including delivery. Cards show the one that is cheapest without it, unless
 * the user prefers prices with delivery.
 */
export function cheapestDelivered(offers: Offer[]): DeliveredOffer | undefined {
  return sortByDeliveredPrice(offers).find(({ offer }) => offer.inStock)
}

/** Returns the same among the retailers that accept Tabby's instalments. */
export function cheapestWithTabby(offers: Offer[]): DeliveredOffer | undefined {
  return cheapestDelivered(offers.filter((offer) => offer.tabby))
}
