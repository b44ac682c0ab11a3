import type { Offer, Product } from '~/api/wire'

/** Returns what is known about a product's stock, over all shops. */
export function stockOf(product: Pick<Product, 'inStock' | 'preOrder' | 'stockUnknown'>): Offer['stock'] {
  if (product.inStock) return 'in'
  if (product.preOrder) return 'pre_order'
  return product.stockUnknown ? 'unknown' : 'out'
}

type Availability = Pick<Offer, 'inStock' | 'stock'> | Pick<Product, 'inStock' | 'preOrder'>

/** Whether an offer or a product can be ordered now, from stock or before it arrives: its price is more than a last price. */
export function isOffered(one: Availability): boolean {
  return one.inStock || ('preOrder' in one ? one.preOrder : one.stock === 'pre_order')
}
