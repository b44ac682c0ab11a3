import type { Product } from '~/api/wire'

/**
 * Returns a function that names a product: the canonical name in both languages. A retailer's own Arabic title serves
 * the search only, and is not shown as a name.
 */
export function useProductName(): (product: Pick<Product, 'name'>) => string {
  return nameOf
}

const nameOf = ({ name }: Pick<Product, 'name'>): string => name

const arabic = /[\u0600-\u06ff]/

/** A product's name, isolated: a Latin name runs from left to right inside Arabic too. */
export function Name({ product }: { product: Pick<Product, 'name'> }) {
  return <bdi dir={arabic.test(product.name) ? 'auto' : 'ltr'}>{product.name}</bdi>
}
