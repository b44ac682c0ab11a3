import { useShareText } from '~/lib/share/useShareText'
import { useProductName } from '~/ui/ProductName'
import { useRetailerName } from '~/ui/RetailerLabel'
import { isBuyable, sumLines, type BuildLine } from './buildLines'

/** Returns the rows of the builder as a message in the reader's language. */
export function useLinesText(title: string, lines: BuildLine[]): string {
  const write = useShareText()
  const productName = useProductName()
  const retailerName = useRetailerName()
  const shared = lines.map((line) => ({
    category: line.part.componentType,
    name: productName(line.product),
    quantity: line.part.quantity,
    total: isBuyable(line) ? line.total : null,
    shop: retailerName(line.product.retailerSlug, line.product.retailer),
  }))
  return write(title, shared, sumLines(lines))
}
