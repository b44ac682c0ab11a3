import { client, readBody } from '~/api/client'
import type { Category, Product } from '~/api/wire'
import { toApiParameters, type ListingSearch } from '~/lib/listingSearch'
import type { BuildTemplate } from '~/lib/buildTemplates'

/**
 * Maximum share of a template's sum per category, in percent: 100 in all. A category without a share is not part of the
 * build.
 */
const shares: Record<BuildTemplate['id'], Partial<Record<Category, number>>> = {
  'budget-office': { CPU: 26, MOTHERBOARD: 20, RAM: 15, CASE: 11, CPU_COOLER: 5, STORAGE: 12, PSU: 11 },
  'gaming-mid': { CPU: 18, MOTHERBOARD: 12, RAM: 9, GPU: 36, CASE: 7, CPU_COOLER: 4, STORAGE: 7, PSU: 7 },
  'gaming-high': { CPU: 16, MOTHERBOARD: 11, RAM: 9, GPU: 42, CASE: 6, CPU_COOLER: 6, STORAGE: 5, PSU: 5 },
  workstation: { CPU: 22, MOTHERBOARD: 12, RAM: 13, GPU: 30, CASE: 5, CPU_COOLER: 5, STORAGE: 8, PSU: 5 },
}

/**
 * Categories in the order in which they are chosen: each part must fit those before it; the power supply follows when
 * the draw is known.
 */
const SLOT_ORDER: readonly Category[] = ['CPU', 'MOTHERBOARD', 'RAM', 'GPU', 'CASE', 'CPU_COOLER', 'STORAGE', 'PSU']

/**
 * Minimum price of a part, as a share of its category's budget: cheaper parts are requested only where there is none.
 */
const MIN_BUDGET_SHARE = 0.55

/** Share of the largest number of facts from which a product counts as well documented. */
const MIN_DOCUMENTED_SHARE = 0.75

/**
 * Preferred filters of a category, applied where any product in its budget passes them: two modules run in two
 * channels, and a drive on the board needs no cable.
 */
const PREFERRED_FILTERS: Partial<Record<Category, ListingSearch>> = {
  RAM: { 'spec.modules': ['2'] },
  STORAGE: { 'spec.storageFormFactor': ['M.2-NVMe'] },
}

/** Number of products per request. */
const PRODUCTS_PER_REQUEST = 20

/** Part of a build that was put together. */
export type ComposedPart = { product: Product; quantity: number }

/** Reports, before each category, how many of how many are done. */
type Progress = (done: number, all: number) => void

/**
 * Puts together the parts of a template: in stock today, each fitting those before it, in total about the template's
 * sum. Where no product is within a category's budget the cheapest one is taken, so that the total may be higher.
 *
 * 1. For every category, the budget is its share of the sum. The server lists the products between 55 % and 100 % of
 *    the budget that fit the chosen parts, dearest first.
 * 2. Of these, the best one has the best verdict of the rules, then at least 75 % as many facts as the best documented
 *    product, then the most retailers: its fit can be checked, and its price compared.
 * 3. A cooler is chosen only where the rules miss one, and the power supply has at least the recommended wattage.
 *
 * Example: `gaming-mid` has a sum of 800 KWD and a GPU share of 36 %, so video cards from 158.4 to 288 KWD are listed.
 * If there are none, the dearest card below 158.4 KWD is taken, and if there is none either, the cheapest card of all.
 */
export async function composeBuild(
  template: BuildTemplate,
  signal: AbortSignal,
  onProgress: Progress,
): Promise<ComposedPart[]> {
  const share = shares[template.id]
  const categories = SLOT_ORDER.filter((category) => share[category] !== undefined)
  const parts: ComposedPart[] = []
  for (const [done, category] of categories.entries()) {
    onProgress(done, categories.length)
    const required = await findRequiredFilters(category, parts, share.GPU !== undefined, signal)
    if (!required) continue
    const budget = (template.estimatedPrice * (share[category] ?? 0)) / 100
    const product = await choosePart(category, budget, required, parts, signal)
    if (product) parts.push({ product, quantity: 1 })
  }
  return parts
}

/**
 * Returns the filters that a part of this category must pass besides the fit; null where the build needs none of the
 * category.
 */
async function findRequiredFilters(
  category: Category,
  parts: ComposedPart[],
  hasCard: boolean,
  signal: AbortSignal,
): Promise<ListingSearch | null> {
  if (category === 'CPU') return hasCard ? {} : { 'spec.integratedGraphics': ['true'] }
  if (category !== 'CPU_COOLER' && category !== 'PSU') return {}
  const compatibility = await checkBuild(parts, signal)
  if (category === 'PSU')
    return compatibility.recommendedPsu === null
      ? {}
      : { 'spec.psuWattage.min': [String(compatibility.recommendedPsu)] }
  return compatibility.issues.some(({ code, type }) => code === 'MISSING_CPU_COOLER' && type !== 'info') ? {} : null
}

const toWire = (parts: ComposedPart[]) =>
  Object.fromEntries(parts.map(({ product, quantity }) => [product.category, [{ productId: product.id, quantity }]]))

const checkBuild = (parts: ComposedPart[], signal: AbortSignal) =>
  readBody(client.POST('/api/compatibility', { body: { components: toWire(parts) }, signal }), {
    issues: [],
    passed: [],
    unchecked: [],
  })

/** Chooses the part of a category: within the budget if any product is, and always by the filters in `required`. */
async function choosePart(
  category: Category,
  budget: number,
  required: ListingSearch,
  parts: ComposedPart[],
  signal: AbortSignal,
): Promise<Product | undefined> {
  const chosen = parts.map(({ product }) => product.id)
  const find = async (search: ListingSearch) => {
    const query = toApiParameters({ ...search, category: [category] }, PRODUCTS_PER_REQUEST, chosen)
    const { products } = await readBody(client.GET('/api/products/list', { params: { query }, signal }), {
      products: [],
    })
    return products
  }
  const [max, min] = [roundToStep(budget), roundToStep(budget * MIN_BUDGET_SHARE)]
  for (const search of [{ ...required, ...PREFERRED_FILTERS[category] }, required]) {
    const fitting = await find({ ...search, minPrice: min, maxPrice: max, sort: 'price_desc' })
    if (fitting.length > 0) return chooseBest(fitting, await checkCandidates(fitting, parts, signal))
    const [cheaper] = await find({ ...search, maxPrice: max, sort: 'price_desc' })
    if (cheaper) return cheaper
  }
  return (await find({ ...required, sort: 'price_asc' }))[0]
}

/** Returns the outcome of the compatibility check of each product beside the chosen parts, by the product's id. */
async function checkCandidates(
  products: Product[],
  parts: ComposedPart[],
  signal: AbortSignal,
): Promise<Map<string, string>> {
  if (parts.length === 0) return new Map()
  const { candidates } = await readBody(
    client.POST('/api/compatibility/candidates', {
      body: { components: toWire(parts), candidates: products.map(({ id }) => id) },
      signal,
    }),
    { candidates: [] },
  )
  return new Map(candidates.map(({ productId, outcome }) => [productId, outcome]))
}

const factCount = ({ specs }: Product) => Object.keys(specs).length

/** Returns the best product to propose; of equal ones the first, which is the dearest. */
function chooseBest(products: Product[], outcomeById: Map<string, string>): Product | undefined {
  const maxFacts = Math.max(...products.map(factCount))
  const rank = (product: Product) => {
    const outcome = outcomeById.get(product.id) ?? 'pass'
    return [
      outcome === 'pass' ? 2 : outcome === 'warning' ? 1 : 0,
      factCount(product) >= MIN_DOCUMENTED_SHARE * maxFacts ? 1 : 0,
      product.retailerCount,
    ]
  }
  return products.toSorted((one, other) => compareRanks(rank(other), rank(one)))[0]
}

function compareRanks(one: number[], other: number[]): number {
  const firstDifference = one.findIndex((value, index) => value !== other[index])
  return firstDifference < 0 ? 0 : (one[firstDifference] ?? 0) - (other[firstDifference] ?? 0)
}

/** Rounds a sum to ten fils: prices on the wire have three decimals at most. */
const roundToStep = (amount: number) => Math.round(amount * 100) / 100
