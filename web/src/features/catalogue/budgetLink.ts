import type { BudgetSearch } from '~/lib/budgetSearch'

/** The use of a build for each use that a query may name, more exact ones first. */
const BUILD_USE_BY_QUERY = [
  ['uhd', 'gaming-4k'],
  ['qhd', 'gaming-1440p'],
  ['fhd', 'gaming-1080p'],
  ['editing', 'rendering'],
  ['ai', 'rendering'],
  ['office', 'office'],
  ['gaming', 'gaming-1440p'],
] as const

/** Returns the parameters of `/build-for` for the budget and the uses that a query names. */
export function toBudgetSearchOfQuery(budget: number | null, uses: string[]): BudgetSearch {
  const use = BUILD_USE_BY_QUERY.find(([name]) => uses.includes(name))?.[1]
  const wish = [uses.includes('quiet') ? ['quiet'] : [], uses.includes('small') ? ['size-micro-atx'] : []].flat()
  return { budget: budget ?? undefined, use, wish: wish.length > 0 ? wish : undefined }
}
