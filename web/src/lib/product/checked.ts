import type { Product, Retailer } from '~/api/wire'

/** Time after which a price is marked as old, in ms: the server marks offers by the same two days (`OfferAge`). */
const OLD_AFTER = 2 * 86_400_000

/** Returns when a card's price was last read: by itself, or by the retailer's last complete crawl, if that is later. */
export function checkedAt(checked: Product['checked'], retailer: Retailer | undefined): string | null {
  if (checked === null) return null
  const crawledAt = checked.byCrawls ? (retailer?.crawledAt ?? null) : null
  return crawledAt !== null && Date.parse(crawledAt) > Date.parse(checked.at) ? crawledAt : checked.at
}

/** Whether a price read at this time is marked as old. */
export function isOld(iso: string, now = Date.now()): boolean {
  return now - Date.parse(iso) >= OLD_AFTER
}
