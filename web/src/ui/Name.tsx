import type { Product } from '~/api/wire'
import { useText } from '~/i18n/useText'

/** A product's name in the reader's language, where it is known in it. */
export function useProductName(): (product: Pick<Product, 'name' | 'nameAr'>) => string {
  const { language } = useText()
  return (product) => (language === 'ar' ? product.nameAr : undefined) ?? product.name
}

/** A product's name with its own direction: Latin names stay whole inside Arabic. */
export function Name({ product }: { product: Pick<Product, 'name' | 'nameAr'> }) {
  const name = useProductName()
  return <bdi dir="auto">{name(product)}</bdi>
}
