/** A price on the card. */
export type ShopCardPrice = {
  kind: 'cheapest' | 'oneShop' | 'basket'
  /** In KWD. */
  amount: number
  shops: string[]
  /** Whether the price contains the delivery. */
  isDelivered: boolean
}

/** The content of a card for a shop's counter. */
export type ShopCardContent = {
  /** The name of the product or the build. */
  title: string
  prices: ShopCardPrice[]
  /** The time at which the oldest of the prices was read; null where that is unknown. */
  checkedAt: string | null
  /** The address that the QR code holds. */
  link: string | null
  /** The page that the address shows. */
  of: 'offer' | 'list'
}

type PlanSummary = { total: number; shops: string[] }

/** Returns the prices of a build's card: everything from one shop, where one has it all, and the cheapest basket. */
export function basketPrices(plans: PlanSummary[]): ShopCardPrice[] {
  const byTotal = plans.toSorted((a, b) => a.total - b.total)
  const oneShop = byTotal.find(({ shops }) => shops.length === 1)
  const cheapest = byTotal[0]
  const price = (kind: ShopCardPrice['kind'], { total, shops }: PlanSummary): ShopCardPrice => ({
    kind,
    amount: total,
    shops,
    isDelivered: true,
  })
  return [
    ...(oneShop ? [price('oneShop', oneShop)] : []),
    ...(cheapest && cheapest !== oneShop ? [price('basket', cheapest)] : []),
  ]
}

/** Returns the oldest of some times; null where none is known. */
export function oldest(times: (string | null)[]): string | null {
  return times.flatMap((time) => time ?? []).toSorted((a, b) => Date.parse(a) - Date.parse(b))[0] ?? null
}
