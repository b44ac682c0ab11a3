import type { Category } from '~/api/wire'

/** A part as a message names it. */
export type SharedLine = {
  category: Category
  name: string
  quantity: number
  /** The price of all pieces in KWD; null where nobody sells the part now. */
  total: number | null
  /** The shop of the price. */
  shop: string
}

/** The sentences of a message, in the language of who shares. */
export type ShareTexts = {
  label: (category: Category) => string
  money: (kwd: number) => string
  sold: (line: { part: string; name: string; price: string; shop: string }) => string
  unsold: (line: { part: string; name: string }) => string
  total: (total: string) => string
}

/** Writes a build as a message: its name, a line for each part with price and shop, and the total in KWD. */
export function shareText(title: string, lines: SharedLine[], total: number, texts: ShareTexts): string {
  const parts = lines.map(({ category, name, quantity, total: price, shop }) => {
    const line = { part: texts.label(category), name: quantity > 1 ? `${quantity} × ${name}` : name }
    return price === null ? texts.unsold(line) : texts.sold({ ...line, price: texts.money(price), shop })
  })
  return [title, ...parts, texts.total(texts.money(total))].join('\n')
}
