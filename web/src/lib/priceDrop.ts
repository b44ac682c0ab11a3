import type { Product } from '~/api/wire'

/** From how many percent on a fall is worth telling: shops round their prices by less. */
const worthTelling = 3

/** How far a price fell below the lowest of thirty days, in percent; nothing when it did not, or hardly. */
export function priceDrop(product: Pick<Product, 'dropPercent'>): number | null {
  const { dropPercent } = product
  return dropPercent !== null && dropPercent >= worthTelling ? dropPercent : null
}
