import { useEffect } from 'react'
import { useBuild } from '~/lib/buildStore'
import type { BuildLine } from '../shared/buildLines'

/** Replaces parts of the current build whose products were merged into others by these, as the account's builds do. */
export function useFollowMerges(lines: BuildLine[]): void {
  const exchange = useBuild((state) => state.exchange)
  useEffect(() => {
    const merged = lines.filter(({ part, product }) => product.id !== part.product.id)
    if (merged.length === 0) return
    exchange(
      merged.map(({ part }) => part.product.id),
      merged.map(({ part, product }) => ({ product, quantity: part.quantity })),
    )
  }, [lines, exchange])
}
