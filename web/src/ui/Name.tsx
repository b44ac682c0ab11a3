import type { Product } from '~/api/wire'

/** A product's name: the canonical one in both languages. A shop's own Arabic title is for the search, and names no product. */
export function useProductName(): (product: Pick<Product, 'name'>) => string {
  return nameOf
}

const nameOf = ({ name }: Pick<Product, 'name'>): string => name

const arabic = /[\u0600-\u06ff]/

/** A product's name, isolated: a Latin name runs from left to right inside Arabic too. */
export function Name({ product }: { product: Pick<Product, 'name'> }) {
  return <bdi dir={arabic.test(product.name) ? 'auto' : 'ltr'}>{product.name}</bdi>
}
