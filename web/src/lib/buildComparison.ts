import type { Category } from '~/api/wire'
import { totalPrice, type Build, type SelectedComponent } from './build'
import { slots } from './categories'
import { subtractKwd } from './money'

/** Difference of one slot: empty in one of the builds, or filled with other products. */
export type SlotDifference = {
  category: Category
  kind: 'missingInFirst' | 'missingInSecond' | 'different'
  first: SelectedComponent[]
  second: SelectedComponent[]
}

/** Differences between two builds. */
export type BuildComparison = {
  differences: SlotDifference[]
  /** The second build's total minus the first's, in KWD. */
  totalDifference: number
  /** The same difference in percent of the first build's total; null where that is 0. */
  percentage: number | null
}

/** Compares two builds part by part. */
export function compareBuilds(a: Build, b: Build): BuildComparison {
  const differences = slots.flatMap(({ type }): SlotDifference[] => {
    const [first, second] = [a.components[type] ?? [], b.components[type] ?? []]
    if (first.length === 0 && second.length === 0) return []
    const kind =
      first.length === 0
        ? 'missingInFirst'
        : second.length === 0
          ? 'missingInSecond'
          : contents(first) === contents(second)
            ? null
            : 'different'
    return kind ? [{ category: type, kind, first, second }] : []
  })
  const [from, to] = [totalPrice(a.components), totalPrice(b.components)]
  const totalDifference = subtractKwd(to, from)
  return {
    differences,
    totalDifference,
    percentage: from === 0 ? null : Math.round((totalDifference / from) * 10_000) / 100,
  }
}

function contents(parts: SelectedComponent[]): string {
  return parts
    .map((one) => `${one.product.id}×${one.quantity}`)
    .toSorted()
    .join()
}
