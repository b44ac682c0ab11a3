import type { components } from './schema'
import type { Product } from './wire'

/** Products by requested ids. */
export type RequestedProducts = components['schemas']['ProductsById']

/** Returns the product that a requested id names; for a merged product, the one that it was merged into. */
export const findRequested = (found: RequestedProducts | undefined, id: string): Product | undefined =>
  found?.products.find((product) => product.id === (found.mergedInto[id] ?? id))
