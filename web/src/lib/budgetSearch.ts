import { readList } from './urlSearch'

/**
 * Parameters of the addresses of `/build-for` and `/upgrade`: the budget in KWD, the use, the requirements (`wish`) by
 * name, the only retailers (`shop`) by slug, and the ids of parts to buy (`keep`) or to use because the user has them
 * (`own`), each id once per piece.
 */
export type BudgetSearch = {
  budget?: number
  use?: string
  wish?: string[]
  shop?: string[]
  keep?: string[]
  own?: string[]
}

const LISTS = [readList('wish'), readList('shop'), readList('keep', true), readList('own', true)]

/** Reads the parameters. Names are not checked here: `readBudgetInput` knows the valid ones, and the api the retailers. */
export function readBudgetSearch(raw: Record<string, unknown>): BudgetSearch {
  const budget = Math.round(Number(raw.budget) * 1000) / 1000
  return {
    // Pages that hold a larger sum say so.
    budget: budget > 0 ? Math.min(budget, 1e6) : undefined,
    use: typeof raw.use === 'string' ? raw.use : undefined,
    ...Object.assign({}, ...LISTS.map((read) => read(raw))),
  }
}
