import type { Category, Product } from '~/api/wire'
import type { ValueSort } from '~/lib/listingSearch'

/** A unit by which prices are compared; the texts `card.per` and `table.per` name it. */
export type Unit = 'GB' | 'TB' | 'W' | 'core' | 'gamingPoint' | 'renderingPoint'

type Measured = Pick<Product, 'category' | 'price' | 'specs' | 'performance'>

/** A measure of a category: the order by it, the unit that is shown, and a product's amount in that unit. */
type Measure = { sort: ValueSort; unit: Unit; amount: (product: Measured) => unknown }

const gaming: Measure = { sort: 'value_gaming', unit: 'gamingPoint', amount: (one) => one.performance?.gaming }
const rendering: Measure = {
  sort: 'value_rendering',
  unit: 'renderingPoint',
  amount: (one) => one.performance?.rendering,
}

/** The measures of each category that has some, the usual one first, as `ValueMeasure` of the server. */
const measures: Partial<Record<Category, Measure[]>> = {
  CPU: [gaming, rendering, { sort: 'value_cores', unit: 'core', amount: ({ specs }) => specs.cores }],
  RAM: [{ sort: 'value_capacity', unit: 'GB', amount: ({ specs }) => specs.ramCapacity }],
  STORAGE: [{ sort: 'value_capacity', unit: 'TB', amount: ({ specs }) => Number(specs.storageCapacity) / 1000 }],
  PSU: [{ sort: 'value_watts', unit: 'W', amount: ({ specs }) => specs.psuWattage }],
  GPU: [gaming, rendering, { sort: 'value_capacity', unit: 'GB', amount: ({ specs }) => specs.gpuVram }],
}

/** Returns the orders by value of a category, the usual one first; none for products of several categories. */
export function listValueSorts(category: Category | undefined): ValueSort[] {
  return (category && measures[category]?.map(({ sort }) => sort)) ?? []
}

/** Returns the unit of a category's measure; undefined where the category lacks it. */
export function findUnit(category: Category | undefined, sort: ValueSort): Unit | undefined {
  return category && measures[category]?.find((one) => one.sort === sort)?.unit
}

/** Returns the price of a product for each unit of a measure in KWD; null where it is not known. */
export function unitPrice(product: Measured, sort: ValueSort): number | null {
  const amount = measures[product.category]?.find((one) => one.sort === sort)?.amount(product)
  if (product.price === null || typeof amount !== 'number' || !(amount > 0)) return null
  return product.price / amount
}
