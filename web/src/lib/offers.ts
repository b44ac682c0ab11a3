import type { Offer } from '~/api/wire'
import { sumKwd } from './money'

/** Offer with its price at the door. */
export type DeliveredOffer = {
  offer: Offer
  /** Delivery fee of this offer alone, in KWD; null where the shop does not state it. */
  delivery: number | null
  /** Price and delivery; the price alone where the delivery is not known. */
  delivered: number
}

/** Delivery fee of one piece of an offer by its shop's rule, in KWD; null where the shop states none. */
export function deliveryFee({ price, shipping, shippingFreeOver }: Pick<Offer, 'price' | 'shipping' | 'shippingFreeOver'>): number | null {
  if (shippingFreeOver !== null && price >= shippingFreeOver) return 0
  return shipping
}

/**
 * Offers that can be bought first, cheapest at the door first. A fee that nobody states counts as the highest that another shop states:
 * what is not known must not look cheaper than it may be.
 */
export function sortDelivered(offers: Offer[]): DeliveredOffer[] {
  const priced = offers.map((offer) => {
    const delivery = deliveryFee(offer)
    return { offer, delivery, delivered: sumKwd([offer.price, delivery ?? 0]) }
  })
  const highest = Math.max(0, ...priced.map(({ delivery }) => delivery ?? 0))
  const rank = (one: DeliveredOffer) => (one.delivery === null ? sumKwd([one.offer.price, highest]) : one.delivered)
  return priced.toSorted((a, b) => Number(b.offer.inStock) - Number(a.offer.inStock) || rank(a) - rank(b) || a.offer.price - b.offer.price)
}

/** The offer to buy: the cheapest at the door of those in stock. */
export function bestOffer(offers: Offer[]): DeliveredOffer | undefined {
  return sortDelivered(offers).find(({ offer }) => offer.inStock)
}

/** The same among the shops that take Tabby's instalments. */
export function bestTabbyOffer(offers: Offer[]): DeliveredOffer | undefined {
  return bestOffer(offers.filter((offer) => offer.tabby))
}
