import type { Category, Product } from '~/api/wire'

/** Returns the one category of all products; undefined where they are mixed. */
export function onlyCategory(products: Pick<Product, 'category'>[]): Category | undefined {
  const [first] = products
  return products.every(({ category }) => category === first?.category) ? first?.category : undefined
}
