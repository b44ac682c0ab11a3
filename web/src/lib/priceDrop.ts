import type { Product } from '~/api/wire'

/** Minimum price drop that is shown, in percent: retailers round their prices by less. */
const worthTelling = 3

/**
 * Returns the drop of a price below the lowest of the last thirty days, in percent; null where it did not drop or
 * dropped too little.
 */
export function priceDrop(product: Pick<Product, 'dropPercent'>): number | null {
  const { dropPercent } = product
  return dropPercent !== null && dropPercent >= worthTelling ? dropPercent : null
}
