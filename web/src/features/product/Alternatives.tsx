import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import type { Product } from '~/api/wire'
import { useText } from '~/i18n/useText'
import { listingQuery } from '~/lib/listingQueries'
import type { ListingSearch } from '~/lib/listingSearch'
import type { SpecKey } from '~/lib/product/specs'
import { ProductGrid } from '~/lib/product/ProductGrid'

import styles from './Product.module.css'

/** Number of alternatives shown. */
const MAX_ALTERNATIVES = 4

/** The fact whose equal value makes two products of a category alternatives. */
const KEY_FACT: Partial<Record<Product['category'], SpecKey>> = {
  CPU: 'socket',
  GPU: 'gpuChipset',
  MOTHERBOARD: 'motherboardChipset',
  RAM: 'ramType',
  STORAGE: 'storageCapacity',
  PSU: 'psuWattage',
  MONITOR: 'resolution',
  CPU_COOLER: 'coolerType',
  CASE: 'caseFormFactor',
}

/**
 * Price range of alternatives relative to the product's price, used where fewer than two products share the fact above.
 */
const [MIN_PRICE_RATIO, MAX_PRICE_RATIO] = [0.7, 1.1]

/**
 * Alternatives to a product, only cheaper ones where there are at least two; without products that share its fact,
 * those of the category at a similar price. Optional content: left out where it cannot be loaded.
 */
export function Alternatives({
  product,
  instead = false,
}: {
  product: Product
  /** Whether the product is sold out, so that these stand in its place: right below it, whatever they cost. */
  instead?: boolean
}) {
  const { t } = useText()
  const heading = useId()
  const { price } = product
  const withoutProduct = (answer: { products: Product[] } | undefined) =>
    answer?.products.filter((one) => one.id !== product.id) ?? []
  const sameFact = useQuery(listingQuery(toSameFactSearch(product)))
  const needsPriceRange = sameFact.isSuccess && withoutProduct(sameFact.data).length < 2
  const samePrice = useQuery({ ...listingQuery(toPriceSearch(product)), enabled: needsPriceRange && price !== null })
  const alternatives = withoutProduct(needsPriceRange ? samePrice.data : sameFact.data)
  const isPending = sameFact.isPending || (needsPriceRange && price !== null && samePrice.isPending)
  const cheaper = instead || price === null ? [] : alternatives.filter((one) => one.price !== null && one.price < price)
  const most = (cheaper.length >= 2 ? cheaper : alternatives).slice(0, MAX_ALTERNATIVES)
  // Rows of two or four leave no row half empty.
  const listed = most.slice(0, most.length - (most.length % 2))
  if (listed.length < 2) return instead && isPending ? <div className={styles.instead} /> : null
  const title = cheaper.length >= 2 ? 'product.cheaper' : 'product.similar'
  return (
    <section className={instead ? styles.instead : styles.alternatives} aria-labelledby={heading}>
      <h2 id={heading}>{t(instead ? 'product.inStockInstead' : title)}</h2>
      <ProductGrid products={listed} wide />
    </section>
  )
}

function toSameFactSearch(product: Product): ListingSearch {
  const key = KEY_FACT[product.category]
  const value = key && product.specs[key]
  const filter = typeof value === 'string' || typeof value === 'number' ? { [`spec.${key}`]: [String(value)] } : {}
  return { category: [product.category], ...filter }
}

function toPriceSearch({ category, price }: Product): ListingSearch {
  return {
    category: [category],
    minPrice: Math.floor((price ?? 0) * MIN_PRICE_RATIO),
    maxPrice: Math.ceil((price ?? 0) * MAX_PRICE_RATIO),
  }
}
