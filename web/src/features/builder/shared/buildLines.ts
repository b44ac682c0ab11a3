import { findRequested, type RequestedProducts } from '~/api/requestedProducts'
import type { CardVerdict, Product, Retailer } from '~/api/wire'
import { chosenParts, multiplyKwd, type Components, type SelectedComponent, type SelectedProduct } from '~/lib/build'
import { sumKwd } from '~/lib/money'
import { checkedAt } from '~/lib/product/checked'

/**
 * Today's state of a chosen part, in the api's words for saved builds: `sold` (in stock), `gone` from the catalogue,
 * `unsold` by every retailer, or `out` of stock everywhere, of which `preOrder` can be ordered in advance and some retailer
 * does not say whether it has an `unknown`. Before the server has answered, a part counts as sold.
 */
export type LineState = 'sold' | 'gone' | 'unsold' | 'out' | 'preOrder' | 'unknown'

/** Delivery cost of a row. `included`: an earlier row of the same retailer has the fee. */
export type LineDelivery = { kind: 'fee'; amount: number } | { kind: 'free' | 'included' | 'unknown' }

/** A row of the table: a chosen part with today's state. */
export type BuildLine = {
  part: SelectedComponent
  /** Today's product where it is known, else the stored copy; of a merged product, the one that it was merged into. */
  product: SelectedProduct
  state: LineState
  /** Today's price of one piece, in KWD; where it cannot be bought today, the last price. */
  price: number | null
  /** When the price was last read; null before the server has answered, and where nobody sells the part. */
  checkedAt: string | null
  /** The price of all pieces, in KWD. */
  total: number | null
  /** The price of one piece on the day it was chosen, where today's price differs. */
  before: number | null
  delivery: LineDelivery
  /** What its history says about today's price, where that is worth a word. */
  priceVerdict: CardVerdict | null
}

/**
 * Returns the rows of a build. `today`: its products as the server knows them now; undefined before the server has
 * answered.
 */
export function buildLines(
  components: Components,
  today: RequestedProducts | undefined,
  retailers: Retailer[],
): BuildLine[] {
  const lines = chosenParts(components).map((part): BuildLine => {
    const now = findRequested(today, part.product.id)
    const price = now?.price ?? part.price
    return {
      part,
      product: now ?? part.product,
      state: findState(now, today !== undefined),
      price,
      checkedAt: checkedAt(
        now?.checked ?? null,
        retailers.find((one) => one.slug === now?.retailerSlug),
      ),
      total: price === null ? null : multiplyKwd(price, part.quantity),
      before: now && part.price !== null && now.price !== null && now.price !== part.price ? part.price : null,
      delivery: { kind: 'unknown' },
      priceVerdict: now?.priceVerdict ?? null,
    }
  })
  return withDelivery(lines, retailers)
}

/** Whether a row's part can be bought today. Only such parts count in totals, payments and exported sums. */
export function isBuyable(line: BuildLine): boolean {
  return line.state === 'sold' && line.total !== null
}

/** Returns the sum in KWD of the rows that can be bought today. */
export function sumLines(lines: BuildLine[]): number {
  return sumKwd(lines.map((line) => (isBuyable(line) ? (line.total ?? 0) : 0)))
}

function findState(now: Product | undefined, hasAnswered: boolean): LineState {
  if (!now) return hasAnswered ? 'gone' : 'sold'
  if (now.price === null) return 'unsold'
  if (now.inStock) return 'sold'
  if (now.preOrder) return 'preOrder'
  return now.stockUnknown ? 'unknown' : 'out'
}

/** Adds each retailer's delivery fee to its first row, by the retailer's rule for the sum of all parts bought there. */
function withDelivery(lines: BuildLine[], retailers: Retailer[]): BuildLine[] {
  const chargedRetailers = new Set<string>()
  return lines.map((line) => {
    const slug = line.product.retailerSlug
    const retailer = retailers.find((one) => one.slug === slug)
    if (!slug || !retailer || !isBuyable(line)) return line
    if (chargedRetailers.has(slug)) return { ...line, delivery: { kind: 'included' } }
    chargedRetailers.add(slug)
    const basket = sumLines(lines.filter((one) => one.product.retailerSlug === slug))
    return { ...line, delivery: findDelivery(retailer, basket) }
  })
}

function findDelivery({ shipping }: Retailer, basket: number): LineDelivery {
  if (shipping.freeOver !== null && basket >= shipping.freeOver) return { kind: 'free' }
  if (shipping.flat === null) return { kind: 'unknown' }
  return shipping.flat === 0 ? { kind: 'free' } : { kind: 'fee', amount: shipping.flat }
}
