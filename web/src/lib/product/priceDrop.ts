import type { Product } from '~/api/wire'

/** Minimum price drop that is shown, in percent: retailers round their prices by less. */
const MIN_DROP = 3

/**
 * Returns the drop of a price below the lowest that the last thirty days saw before it, in percent; null where it did
 * not drop or dropped too little.
 */
export function priceDrop(product: Pick<Product, 'dropPercent'>): number | null {
  const { dropPercent } = product
  return dropPercent !== null && dropPercent >= MIN_DROP ? dropPercent : null
}
